//! Blocks of files in memory, up to a size; a block that was not used since the last round gives way first.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use super::code::Code;
use super::error::TableError;
use super::file::{BLOCK, SliceFile};

/// A block of a file, if it is in memory.
#[derive(Debug, Default)]
struct Slot {
    codes: RwLock<Option<Arc<[Code]>>>,
    used: AtomicBool,
}

/// A file with those of its blocks that are in memory.
#[derive(Debug)]
pub(super) struct CachedFile {
    file: SliceFile,
    slots: Vec<Slot>,
}

/// The blocks of all files in memory, the oldest first.
#[derive(Debug)]
pub(super) struct Cache {
    most: usize,
    kept: Mutex<VecDeque<(Arc<CachedFile>, usize)>>,
}

impl CachedFile {
    pub(super) fn new(file: SliceFile) -> Self {
        let slots = (0..file.blocks()).map(|_| Slot::default()).collect();
        CachedFile { file, slots }
    }
}

impl Cache {
    /// A cache of this many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        Cache { most: bytes / BLOCK, kept: Mutex::default() }
    }

    /// The byte of a position.
    pub(super) fn code(&self, file: &Arc<CachedFile>, number: u64) -> Result<Code, TableError> {
        let (block, place) = (number as usize / BLOCK, number as usize % BLOCK);
        let slot = &file.slots[block];
        // A panic while a lock was held cannot have left anything half written, here and below.
        if let Some(codes) = &*slot.codes.read().unwrap_or_else(PoisonError::into_inner) {
            slot.used.store(true, Relaxed);
            return Ok(codes[place]);
        }
        let codes: Arc<[Code]> = file.file.read(block)?.into();
        let code = codes[place];
        let before = slot.codes.write().unwrap_or_else(PoisonError::into_inner).replace(codes);
        // Another thread may have read the same block meanwhile, and then it is in the queue already.
        if before.is_none() {
            self.keep(file, block);
        }
        Ok(code)
    }

    /// Takes note of a new block, and drops others if there are too many.
    fn keep(&self, file: &Arc<CachedFile>, block: usize) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back((file.clone(), block));
        while kept.len() > self.most.max(1) {
            let Some((file, block)) = kept.pop_front() else { break };
            let slot = &file.slots[block];
            if slot.used.swap(false, Relaxed) {
                kept.push_back((file, block));
            } else {
                *slot.codes.write().unwrap_or_else(PoisonError::into_inner) = None;
            }
        }
    }
}
