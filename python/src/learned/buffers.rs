//! Arrays as bytes in the machine's order.

use pyo3::prelude::*;
use pyo3::types::PyByteArray;

/// Numbers as bytes that Python may change, so that arrays over them are writable.
pub(super) fn bytes<'py, T: Copy, const N: usize>(
    py: Python<'py>,
    numbers: &[T],
    bytes_of: fn(T) -> [u8; N],
) -> PyResult<Bound<'py, PyByteArray>> {
    PyByteArray::new_with(py, N * numbers.len(), |bytes| {
        for (place, &number) in bytes.chunks_exact_mut(N).zip(numbers) {
            place.copy_from_slice(&bytes_of(number));
        }
        Ok(())
    })
}

/// Bytes as numbers; a remainder is left out.
pub(super) fn numbers<T, const N: usize>(bytes: &[u8], number_of: fn([u8; N]) -> T) -> Vec<T> {
    bytes.as_chunks().0.iter().map(|&chunk| number_of(chunk)).collect()
}
