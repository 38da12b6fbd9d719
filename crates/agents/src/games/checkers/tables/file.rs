//! A slice on disk: a line that says what it is, a line of JSON, the directory of its blocks, and the blocks.
//!
//! Every block has the same number of positions and is compressed alone, so that one can be read without the others. The
//! directory has the length and the beginning of the SHA-256 of every block, the JSON has the SHA-256 of the directory: a
//! byte that changed anywhere is noticed, and opening a file takes no time.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::code::Code;
use super::error::{Build, TableError};
use super::index::Index;
use super::material::Material;
use super::rules::Tabled;

const MAGIC: &str = "grandline table 1";
/// Positions of a block: few enough to unpack one within a search, many enough to compress well.
pub(super) const BLOCK: usize = 1 << 14;
/// The length of a block and the beginning of its SHA-256.
const ENTRY: usize = 4 + 8;
/// No header is longer.
const LONGEST_HEADER: u64 = 1024;

#[derive(Serialize, Deserialize)]
struct Header {
    game: String,
    material: String,
    positions: u64,
    block: usize,
    sha256: String,
}

/// Where a block is in its file.
#[derive(Clone, Copy, Debug)]
struct Place {
    start: u64,
    length: u32,
    hash: [u8; 8],
}

/// A file whose header and directory were checked.
#[derive(Debug)]
pub(super) struct SliceFile {
    path: PathBuf,
    build: Build,
    positions: u64,
    places: Vec<Place>,
    file: Mutex<File>,
}

/// The file of a slice in a folder.
fn path_of<V: Tabled>(folder: &Path, material: Material) -> PathBuf {
    folder.join(format!("{}-{material}.table", V::NAME.replace('/', "-")))
}

fn hash(bytes: &[u8]) -> [u8; 8] {
    let mut beginning = [0; 8];
    beginning.copy_from_slice(&Sha256::digest(bytes)[..8]);
    beginning
}

fn hexadecimal(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn compressed(codes: &[Code]) -> std::io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::new(7));
    encoder.write_all(codes)?;
    encoder.finish()
}

/// Writes a slice under its name once it is complete on disk.
pub(super) fn write<V: Tabled>(
    folder: &Path,
    material: Material,
    codes: &[Code],
    threads: usize,
) -> Result<(), TableError> {
    let path = path_of::<V>(folder, material);
    let failed = || TableError::file(&path);
    let blocks: Vec<&[Code]> = codes.chunks(BLOCK).collect();
    let share = blocks.len().div_ceil(threads.max(1)).max(1);
    let packed: std::io::Result<Vec<Vec<u8>>> = std::thread::scope(|scope| {
        let pack = |share: &[&[Code]]| share.iter().map(|codes| compressed(codes)).collect::<std::io::Result<Vec<_>>>();
        let helpers: Vec<_> = blocks.chunks(share).map(|share| scope.spawn(move || pack(share))).collect();
        let mut all = Vec::with_capacity(blocks.len());
        for helper in helpers {
            let done = helper.join().map_err(|_| std::io::Error::other("a thread panicked"))?;
            all.extend(done?);
        }
        Ok(all)
    });
    let packed = packed.map_err(failed())?;
    let mut directory = Vec::with_capacity(packed.len() * ENTRY);
    for block in &packed {
        directory.extend((block.len() as u32).to_le_bytes());
        directory.extend(hash(block));
    }
    let header = Header {
        game: V::NAME.to_owned(),
        material: material.to_string(),
        positions: codes.len() as u64,
        block: BLOCK,
        sha256: hexadecimal(&directory),
    };
    let header = serde_json::to_string(&header).map_err(|error| failed()(error.into()))?;
    let mut bytes = format!("{MAGIC}\n{header}\n").into_bytes();
    bytes.extend(directory);
    packed.iter().for_each(|block| bytes.extend(block));
    // A name of its own for every process: two that build at once do not disturb each other.
    let unfinished = path.with_extension(format!("unfinished-{}", std::process::id()));
    let written = File::create(&unfinished).and_then(|mut file| {
        file.write_all(&bytes)?;
        file.sync_all()
    });
    written.and_then(|()| fs::rename(&unfinished, &path)).map_err(failed())
}

impl SliceFile {
    /// Opens the file of a slice and checks all but its blocks; `None` if it does not exist.
    pub(super) fn open<V: Tabled>(folder: &Path, material: Material) -> Result<Option<Self>, TableError> {
        let path = path_of::<V>(folder, material);
        let build = Build::of::<V>(material);
        let mut file = match File::open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(TableError::File(path, error)),
        };
        let foreign = |what: &str| TableError::Foreign(path.clone(), what.to_owned(), build);
        let damaged = |how: &str| TableError::Damaged(path.clone(), how.to_owned(), build);
        let mut beginning = Vec::new();
        (&mut file).take(LONGEST_HEADER).read_to_end(&mut beginning).map_err(TableError::file(&path))?;
        let mut lines = beginning.splitn(3, |&byte| byte == b'\n');
        if lines.next() != Some(MAGIC.as_bytes()) {
            return Err(foreign(&format!("its first line is not '{MAGIC}'")));
        }
        let (Some(json), Some(_)) = (lines.next(), lines.next()) else { return Err(damaged("it has no header")) };
        let header: Header = serde_json::from_slice(json).map_err(|_| damaged("its header cannot be read"))?;
        if header.game != V::NAME || header.material != material.to_string() {
            return Err(foreign(&format!("it is {} of {}", header.material, header.game)));
        }
        let positions = Index::new(material).size();
        if header.positions != positions || header.block != BLOCK {
            return Err(foreign(&format!("it has {} positions in blocks of {}", header.positions, header.block)));
        }
        let begin = (MAGIC.len() + json.len() + 2) as u64;
        let mut directory = vec![0; positions.div_ceil(BLOCK as u64) as usize * ENTRY];
        let read = file.seek(SeekFrom::Start(begin)).and_then(|_| file.read_exact(&mut directory));
        read.map_err(|_| damaged("its directory of blocks is not complete"))?;
        if hexadecimal(&directory) != header.sha256 {
            return Err(damaged("the SHA-256 of its directory is another"));
        }
        let mut start = begin + directory.len() as u64;
        let mut places = Vec::with_capacity(directory.len() / ENTRY);
        for entry in directory.chunks_exact(ENTRY) {
            let (mut length, mut hash) = ([0; 4], [0; 8]);
            length.copy_from_slice(&entry[..4]);
            hash.copy_from_slice(&entry[4..]);
            let length = u32::from_le_bytes(length);
            places.push(Place { start, length, hash });
            start += u64::from(length);
        }
        let length = file.metadata().map_err(TableError::file(&path))?.len();
        if length != start {
            return Err(damaged(&format!("it has {length} bytes instead of {start}")));
        }
        Ok(Some(SliceFile { path, build, positions, places, file: Mutex::new(file) }))
    }

    /// How many blocks there are.
    pub(super) fn blocks(&self) -> usize {
        self.places.len()
    }

    /// The bytes it takes on disk.
    pub(super) fn length(&self) -> u64 {
        self.places.last().map_or(0, |last| last.start + u64::from(last.length))
    }

    /// Reads, checks and unpacks a block.
    pub(super) fn read(&self, block: usize) -> Result<Vec<Code>, TableError> {
        let damaged = |how: String| TableError::Damaged(self.path.clone(), how, self.build);
        let Place { start, length, hash: expected } = self.places[block];
        let mut packed = vec![0; length as usize];
        {
            // A panic while the file was held cannot have left it half read: every reader seeks first.
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            let read = file.seek(SeekFrom::Start(start)).and_then(|_| file.read_exact(&mut packed));
            read.map_err(TableError::file(&self.path))?;
        }
        if hash(&packed) != expected {
            return Err(damaged(format!("the SHA-256 of block {block} is another")));
        }
        let count = (self.positions - (block * BLOCK) as u64).min(BLOCK as u64) as usize;
        let mut codes = Vec::with_capacity(count);
        let unpacked = DeflateDecoder::new(&packed[..]).take(count as u64 + 1).read_to_end(&mut codes);
        match unpacked {
            Ok(found) if found == count => Ok(codes),
            Ok(found) => Err(damaged(format!("block {block} has {found} positions instead of {count}"))),
            Err(error) => Err(damaged(format!("block {block}: {error}"))),
        }
    }

    /// Reads and checks all of it.
    pub(super) fn read_all(&self) -> Result<Vec<Code>, TableError> {
        let mut codes = Vec::with_capacity(self.positions as usize);
        for block in 0..self.blocks() {
            codes.append(&mut self.read(block)?);
        }
        Ok(codes)
    }
}
