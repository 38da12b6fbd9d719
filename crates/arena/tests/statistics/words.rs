//! What people read: verdicts and the block of fastchess, as snapshots, and the rules they keep.

use grandline_arena::statistics::block::block;
use grandline_arena::statistics::{Conclusion, MatchScore, Phase, Score, SprtTerms, verdict};
use proptest::prelude::*;

use crate::{match_of, singles};

/// The verdict of a finished and of a running match, with and without a test.
fn all_verdicts(score: &MatchScore, terms: &str) -> String {
    let state = terms.parse::<SprtTerms>().expect("valid terms").state(&score.pairs);
    let mut lines = vec![format!("{:?}, {:?}", score.pairs.0, score.tally())];
    for (name, sprt) in [("no test", None), (terms, Some(&state))] {
        for phase in [Phase::Running, Phase::Finished] {
            let verdict = verdict("skypiea-next", "skypiea-v5", score, sprt, phase);
            lines.push(format!("  {name}, {phase:?} ({:?})\n    {}", verdict.conclusion, verdict.text));
        }
    }
    lines.join("\n")
}

#[test]
fn verdicts_of_many_matches() {
    let mut unpaired = match_of([0, 1, 1, 2, 3], 1);
    unpaired.record_single(Score::Loss);
    let cases = [
        (MatchScore::default(), "elo1=10"),
        (singles(1, 0, 0), "elo1=10"),
        (unpaired, "elo1=10"),
        (match_of([2, 3, 8, 4, 3], 4), "elo1=10"),
        (match_of([1, 4, 12, 12, 13], 8), "elo1=50"),
        (match_of([13, 12, 12, 4, 1], 8), "elo1=50"),
        (match_of([50, 287, 610, 387, 73], 300), "elo0=5,elo1=10"),
        (match_of([584, 11950, 25215, 11975, 596], 9000), "elo1=3"),
        (match_of([584, 11950, 25215, 11975, 596], 9000), "elo0=-3,elo1=0"),
        (match_of([73, 387, 610, 287, 50], 300), "elo0=-10,elo1=0"),
        (match_of([73, 387, 610, 287, 50], 300), "elo0=-10,elo1=-5"),
        (match_of([0, 0, 0, 0, 2], 0), "elo1=10"),
        (match_of([0, 0, 0, 0, 10], 0), "elo1=200"),
        (match_of([10, 0, 0, 0, 0], 0), "elo1=200"),
        (match_of([0, 0, 2, 0, 8], 2), "elo1=10"),
        (match_of([0, 0, 0, 1, 1], 0), "elo1=10"),
        (match_of([0, 0, 10, 0, 0], 10), "elo1=10"),
    ];
    let text: Vec<String> = cases.iter().map(|(score, terms)| all_verdicts(score, terms)).collect();
    insta::assert_snapshot!(text.join("\n"));
}

#[test]
fn the_block_of_fastchess() {
    let score = match_of([1, 22, 52, 21, 4], 5);
    let state = "elo0=-5,elo1=0,beta=0.1".parse::<SprtTerms>().expect("valid terms").state(&score.pairs);
    let real = block("princhess", "princhess-main", "8+0.08, 1t, 128MB", &score, Some(&state));
    let won = block("a", "b", "", &match_of([0, 0, 0, 0, 3], 0), None);
    let lost = block("a", "b", "", &match_of([3, 0, 0, 0, 0], 0), None);
    let level = block("a", "b", "", &match_of([0, 0, 3, 0, 0], 1), None);
    let nothing = block("a", "b", "", &MatchScore::default(), None);
    insta::assert_snapshot!([real, won, lost, level, nothing].join("\n"));
}

proptest! {
    /// Nobody is called stronger without a test while games run, or against the points, or by fewer than five results.
    #[test]
    fn claims_need_games(counts in proptest::array::uniform5(0u64..30)) {
        let score = match_of(counts, 0);
        let running = verdict("a", "b", &score, None, Phase::Running);
        prop_assert_eq!(running.conclusion, Conclusion::Undecided);
        let finished = verdict("a", "b", &score, None, Phase::Finished);
        match finished.conclusion {
            Conclusion::Stronger => prop_assert!(score.mean().unwrap() > 0.5 && score.units() > 2),
            Conclusion::Weaker => prop_assert!(score.mean().unwrap() < 0.5 && score.units() > 2),
            other => prop_assert_eq!(other, Conclusion::Undecided),
        }
        let turned = verdict("b", "a", &score.reversed(), None, Phase::Finished);
        match finished.conclusion {
            Conclusion::Undecided => prop_assert_eq!(turned.conclusion, Conclusion::Undecided),
            // Who is stronger does not depend on who is named first.
            _ => prop_assert_eq!(turned.text, finished.text),
        }
    }
}
