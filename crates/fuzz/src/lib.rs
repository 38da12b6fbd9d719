//! Fuzzing: inputs that nobody would write, for everything that reads what others wrote.
//!
//! The targets are the tests of this crate. `cargo test` gives each a fixed number of inputs, the same on every machine.
//! `cargo xtask fuzz` builds the same tests with libFuzzer, which looks for inputs that reach new code. `cargo xtask fuzz
//! --plain` gives them as many inputs of the kind of `cargo test` as one likes.

mod edits;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// How many inputs a test gets, unless the variables say otherwise.
#[cfg(not(fuzzing))]
const INPUTS: u64 = if cfg!(debug_assertions) { 2000 } else { 20_000 };

/// The variables that `cargo xtask fuzz --plain` sets: how many inputs there are, and after how many seconds no new one
/// is begun.
#[cfg(not(fuzzing))]
const VARIABLES: [&str; 2] = ["GRANDLINE_FUZZ_INPUTS", "GRANDLINE_FUZZ_SECONDS"];

/// Calls `target` with valid texts and with changed copies of them. It returns whether it could read the text.
pub fn texts(seeds: &[impl AsRef<str>], target: impl Fn(&str) -> bool) {
    let seeds: Vec<&[u8]> = seeds.iter().map(|seed| seed.as_ref().as_bytes()).collect();
    bytes(&seeds, |input| target(&String::from_utf8_lossy(input)));
}

/// The same with files. A target that refuses a valid one would see nothing but refusals, so that is an error.
pub fn bytes(seeds: &[impl AsRef<[u8]>], target: impl Fn(&[u8]) -> bool) {
    let seeds: Vec<&[u8]> = seeds.iter().map(AsRef::as_ref).collect();
    for seed in &seeds {
        assert!(call(seed, &target), "a valid input is refused: {:?}", String::from_utf8_lossy(seed));
    }
    choices(|input| {
        call(&edits::edited(&seeds, input), &target);
    });
}

/// Calls `target` with bytes that it takes its decisions from.
#[cfg(not(fuzzing))]
pub fn choices(target: impl Fn(&[u8])) {
    use grandline_games::random::{pick, seeded};
    use rand_core::Rng;
    use std::time::Instant;

    let [inputs, seconds] = VARIABLES.map(|name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok()));
    let start = Instant::now();
    let mut done = 0;
    while done < inputs.unwrap_or(INPUTS) && seconds.is_none_or(|seconds| start.elapsed().as_secs() < seconds) {
        let mut random = seeded(done);
        let mut input = vec![0; pick(&mut random, 64) as usize];
        random.fill_bytes(&mut input);
        target(&input);
        done += 1;
    }
    #[expect(clippy::print_stderr, reason = "cargo xtask fuzz reads it; tests do not show it")]
    {
        eprintln!("stat::number_of_executed_units: {done}");
    }
}

/// Calls `target` with bytes that it takes its decisions from, as long as libFuzzer wants.
#[cfg(fuzzing)]
pub fn choices(target: impl Fn(&[u8])) {
    let target = AssertUnwindSafe(target);
    bolero::check!().for_each(|input: &[u8]| {
        let target = &target;
        target(input);
    });
}

/// Calls the target, and says what its input was if it panics.
fn call(input: &[u8], target: &impl Fn(&[u8]) -> bool) -> bool {
    catch_unwind(AssertUnwindSafe(|| target(input))).unwrap_or_else(|panic| {
        let text = String::from_utf8_lossy(input);
        #[expect(clippy::print_stderr, reason = "this is what a developer needs to see")]
        {
            eprintln!("the input was {text:?}");
        }
        resume_unwind(panic)
    })
}
