//! Measures the solver.
#![allow(clippy::print_stdout, missing_docs)]
use grandline_agents::games::hand_of_the_king::Solver;
use grandline_games::hand_of_the_king::{HandOfTheKing, PhaseOne, Published, Variant};
use grandline_games::{Game, random};
use grandline_search::{Knowledge, Limits, Question, WallClock};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Processor time of this thread, in seconds.
fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn run<V: Variant>(args: &[String]) {
    let left: u32 = args[1].parse().unwrap();
    let (from, to): (u64, u64) = (args[2].parse().unwrap(), args[3].parse().unwrap());
    let megabytes: usize = args[4].parse().unwrap();
    let threads: usize = args[5].parse().unwrap();
    let course = args.get(6).is_some_and(|x| x == "course");
    let margin = args.iter().any(|x| x == "margin");
    let cap: u64 = std::env::var("CAP").map_or(120, |x| x.parse().unwrap());
    let mut solver = Solver::<V>::new(megabytes).with_threads(threads);
    let mut all = Vec::new();
    for seed in from..=to {
        let mut tries = 0;
        let position = loop {
            let mut position = if course { HandOfTheKing::<V>::course(seed) } else { HandOfTheKing::<V>::start(seed) };
            let mut rng = random::seeded(seed * 1000 + tries);
            tries += 1;
            while position.left() > left {
                match position.random_move(&mut rng) {
                    Some(mv) => position.play(mv),
                    None => break,
                }
            }
            if position.left() == left && position.outcome().is_none() {
                break position;
            }
        };
        solver.forget();
        let limits =
            Limits { time: Some(Duration::from_secs(cap)), clock: Arc::new(WallClock::start()), ..Limits::default() };
        let (start, before) = (Instant::now(), cpu());
        let solution = solver.solve(&position, Question { margin, all_moves: false }, &limits);
        let wall = start.elapsed().as_secs_f64();
        let time = if threads == 1 { cpu() - before } else { wall };
        let text = solution.as_ref().map_or("-".to_owned(), |s| format!("{:?} {:?}", s.exact.verdict, s.exact.margin));
        let nodes = solution.map_or(0, |s| s.nodes);
        if to - from < 30 {
            println!("{seed:4} {nodes:12} {time:9.3} s  {text}");
        }
        all.push((time, nodes));
    }
    let total: f64 = all.iter().map(|x| x.0).sum();
    let nodes: u64 = all.iter().map(|x| x.1).sum();
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut by_nodes: Vec<u64> = all.iter().map(|x| x.1).collect();
    by_nodes.sort();
    println!(
        "median {:.4} s, max {:.4} s, total {total:.3} s; nodes median {} max {} total {nodes}; {:.2} M/s",
        all[all.len() / 2].0,
        all[all.len() - 1].0,
        by_nodes[all.len() / 2],
        by_nodes[all.len() - 1],
        nodes as f64 / total / 1e6
    );
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args[0] == "published" { run::<Published>(&args) } else { run::<PhaseOne>(&args) }
}
