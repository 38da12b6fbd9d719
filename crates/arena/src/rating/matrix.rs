//! Symmetric positive definite matrices: enough of linear algebra for steps and error bars.

/// A square matrix, row by row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(super) fn zero(size: usize) -> Matrix {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    pub(super) fn at_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.cells[row * self.size + column]
    }

    /// Cholesky's lower triangle. A pivot that rounding has made nothing or less is held at a tiny positive value,
    /// which gives a direction without information a huge variance instead of none.
    pub(super) fn factor(&self) -> Factor {
        let mut lower = Matrix::zero(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let known: f64 = (0..column).map(|k| lower.at(row, k) * lower.at(column, k)).sum();
                let rest = self.at(row, column) - known;
                *lower.at_mut(row, column) =
                    if row == column { rest.max(1e-12).sqrt() } else { rest / lower.at(column, column) };
            }
        }
        Factor(lower)
    }
}

/// The lower triangle of a factored matrix, which solves systems.
pub(super) struct Factor(Matrix);

impl Factor {
    /// The vector that the factored matrix takes to `right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let size = self.0.size;
        let mut solution = right.to_vec();
        for row in 0..size {
            let known: f64 = (0..row).map(|k| self.0.at(row, k) * solution[k]).sum();
            solution[row] = (solution[row] - known) / self.0.at(row, row);
        }
        for row in (0..size).rev() {
            let known: f64 = (row + 1..size).map(|k| self.0.at(k, row) * solution[k]).sum();
            solution[row] = (solution[row] - known) / self.0.at(row, row);
        }
        solution
    }

    /// The inverse of the factored matrix.
    pub(super) fn inverse(&self) -> Matrix {
        let size = self.0.size;
        let mut inverse = Matrix::zero(size);
        for column in 0..size {
            let mut unit = vec![0.0; size];
            unit[column] = 1.0;
            for (row, value) in self.solve(&unit).into_iter().enumerate() {
                *inverse.at_mut(row, column) = value;
            }
        }
        inverse
    }
}
