//! Keys that hash only what still matters, so that positions with the same future have the same key.
//!
//! An empty resource cell is its weights in the colours that are left and the set of hopeful cities and empty city cells
//! that it touches: cells that agree in these are interchangeable. A hopeful city is its place, its owner and the colours
//! it lacks. What has been scored is not part of the key, because the table keeps what is still to be gained.

use grandline_games::random::{keys, mix};

use super::board::{Each, Ground, corners, link};
use super::node::{Node, View};

/// For each city cell and owner, the colours that are lacking.
static HOPES: [[u64; 64]; 32] = table(0x0D17_0002);
/// For each empty city cell, the number of resources of a colour around it, in eight numbers per colour.
static COUNTS: [[u64; 64]; 32] = table(0x0D17_0003);

const fn table(seed: u64) -> [[u64; 64]; 32] {
    let mut table = [[0; 64]; 32];
    let mut row = 0;
    while row < 32 {
        table[row] = keys(mix(seed + (row as u64) * 977));
        row += 1;
    }
    table
}

/// The bytes of the weights of each set of colours.
const BYTES: [u32; 16] = {
    let mut bytes = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut colour = 0;
        while colour < 4 {
            if set >> colour & 1 == 1 {
                bytes[set] |= 0xFF << (8 * colour);
            }
            colour += 1;
        }
        set += 1;
    }
    bytes
};

/// The empty cells of a node as far as they matter, and its key.
pub(super) struct Features {
    /// A word for each empty resource cell, lowest first; interchangeable cells have the same.
    pub(super) cells: [u64; 32],
    /// The colours of resources that differ from each other in nothing, because nothing wants them.
    pub(super) useless: u32,
    pub(super) key: u64,
}

impl Features {
    #[inline]
    pub(super) fn new(node: &Node, view: &View, ground: &Ground) -> Self {
        let mut cells = [0; 32];
        let linked = view.hopeful | node.open;
        let bytes = BYTES[(view.colours & 15) as usize];
        let (mut sum, mut all) = (0u64, 0);
        for (index, cell) in Each(node.empty).enumerate() {
            let weights = ground.weights(cell) & bytes;
            all |= weights;
            let word = spread(u64::from(weights).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ link(cell, linked));
            cells[index & 31] = word;
            sum = sum.wrapping_add(word);
        }
        for city in Each(view.hopeful) {
            let lacking = lacking(node, city) | (node.owned[1] >> city & 1) << 4;
            sum = sum.wrapping_add(HOPES[usize::from(city & 31)][(lacking & 63) as usize]);
        }
        let useless = if node.open == 0 { useless(node, view, all) } else { 0 };
        if node.open != 0 {
            sum = sum.wrapping_add(open(node, view));
        }
        let key = spread(sum ^ spread(stocks(node, useless)));
        Features { cells, useless, key }
    }
}

/// Mixes the bits of a word; 0 stays 0.
#[inline]
const fn spread(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let word = (word ^ word >> 32).wrapping_mul(0xA24B_AED4_963E_E407);
    word ^ word >> 29
}

/// The colours that a city cell does not touch.
#[inline]
fn lacking(node: &Node, city: u8) -> u32 {
    let [red, green, blue, yellow] = node.near.map(|near| !near >> city & 1);
    red | green << 1 | blue << 2 | yellow << 3
}

/// The colours left that earn nothing anywhere and that no hopeful city lacks.
#[inline]
fn useless(node: &Node, view: &View, weights: u32) -> u32 {
    let mut useless = view.colours;
    for colour in 0..4 {
        let is_wanted = weights >> (8 * colour) & 0xFF != 0 || view.hopeful & !node.near[colour] != 0;
        useless &= !(u32::from(is_wanted) << colour);
    }
    useless
}

/// The stocks of both players; useless colours are counted together.
#[inline]
fn stocks(node: &Node, useless: u32) -> u64 {
    let [first, second] = node.stocks.map(|stock| u64::from(stock.0));
    let word = first | second << 32;
    if useless == 0 {
        return word;
    }
    // There are no cities left, so that their counters are free.
    let nibbles = u64::from((useless | useless << 3 | useless << 6 | useless << 9) & 0x1111) * 15;
    let both = nibbles | nibbles << 32;
    let counts = (word & both).wrapping_mul(0x1111) & 0x0000_F000_0000_F000;
    (word & !both) | counts << 4
}

/// The empty city cells: the resources around each that match a city that is left, and the colours that a divercité lacks.
#[inline]
fn open(node: &Node, view: &View) -> u64 {
    let colours = node.stocks[0].cities() | node.stocks[1].cities();
    let mut sum = 0u64;
    for city in Each(node.open) {
        let row = &COUNTS[usize::from(city & 31)];
        for colour in Each(colours) {
            let count = (node.resources[usize::from(colour & 3)] & corners(city)).count_ones();
            sum = sum.wrapping_add(row[(u32::from(colour) * 8 + count) as usize & 63]);
        }
        if view.promising >> city & 1 == 1 {
            sum = sum.wrapping_add(row[(32 + lacking(node, city)) as usize & 63]);
        }
    }
    sum
}

/// A key of everything, for searches in which the past matters as well.
pub(super) fn exact(node: &Node, ground: &Ground, salt: u64) -> u64 {
    let planes = node.resources.iter().chain(&ground.cities).chain(&node.owned);
    let stocks = node.stocks.iter().map(|stock| &stock.0);
    planes
        .chain(stocks)
        .fold(mix(salt), |key, &word| spread((key ^ u64::from(word)).wrapping_add(0x9E37_79B9_7F4A_7C15)))
}
