//! Features, examples and weights for programs that fit their own evaluation.
//!
//! Arrays cross the border as bytes in the machine's order; `grandline/learned.py` makes NumPy arrays of them.

mod buffers;
mod examples;
mod features;
mod weights;

pub(crate) use examples::training_examples;
pub(crate) use features::FeatureSet;
pub(crate) use weights::WeightsFile;
