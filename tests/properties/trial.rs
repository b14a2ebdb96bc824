//! How laws are tried: on so many generated inputs, and on wrong subjects.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io::{Write, stderr};
use std::sync::Once;

use proptest::collection::vec;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, FileFailurePersistence, RngSeed, TestCaseError, TestError, TestRunner};

use laws::Verdict;

/// How many cases the counts of the laws are of. `.ci/run` tries so many; by default they are the 256 of proptest.
const CASES: u32 = 2_000;
/// How many are prepared at once.
const TOGETHER: u32 = 25;
/// A file for each law: a seed is an input of the law that failed on it, and of no other.
const REGRESSIONS: &str = "tests/regressions";

/// The number of cases, which `PROPTEST_CASES` changes, and where those that failed are kept.
pub fn config() -> Config {
    static SAID: Once = Once::new();
    let config = Config::default();
    if config.cases < CASES {
        // Not by a macro, whose words of a test that passes are not shown.
        SAID.call_once(|| {
            let left = CASES - config.cases;
            _ = writeln!(
                stderr(),
                "left out: {left} of {CASES} cases a law; PROPTEST_CASES={CASES} tries them"
            );
        });
    }
    Config {
        max_shrink_iters: config.max_shrink_iters.min(4_000),
        // Milliseconds: a red law is told soon.
        max_shrink_time: 60_000,
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(regressions()))),
        source_file: Some("tests/properties/main.rs"),
        ..config
    }
}

/// The file of the test that runs on this thread, which has its name.
fn regressions() -> &'static str {
    let thread = std::thread::current();
    let test = thread.name().expect("the thread of a test").replace("::", "-");
    format!("{REGRESSIONS}/{test}").leak()
}

/// Holds a law on every generated input.
#[track_caller]
pub fn hold<S: Strategy>(strategy: S, law: impl Fn(S::Value) -> Verdict)
where
    S::Value: Debug,
{
    hold_with(config(), strategy, law);
}

/// The same on so many of 2,000, where each takes long.
#[track_caller]
pub fn hold_each<S: Strategy>(cases: u32, strategy: S, law: impl Fn(S::Value) -> Verdict)
where
    S::Value: Debug,
{
    hold_with(fewer(cases), strategy, law);
}

fn fewer(cases: u32) -> Config {
    let config = config();
    Config { cases: config.cases.saturating_mul(cases).div_ceil(CASES), ..config }
}

/// The same with another number of cases.
#[track_caller]
pub fn hold_with<S: Strategy>(config: Config, strategy: S, law: impl Fn(S::Value) -> Verdict)
where
    S::Value: Debug,
{
    let law = |input| law(input).map_err(TestCaseError::fail);
    if let Err(error) = TestRunner::new(config).run(&strategy, law) {
        panic!("{error}");
    }
}

/// Holds a law on inputs that are prepared together.
#[track_caller]
pub fn hold_together<S: Strategy, W>(
    strategy: S,
    prepare: impl Fn(&S::Value) -> W,
    law: impl Fn(&W, &S::Value) -> Verdict,
) where
    S::Value: Debug,
{
    hold_together_with(config(), strategy, prepare, law);
}

/// The same on so many of 2,000, where each takes long.
#[track_caller]
pub fn hold_each_together<S: Strategy, W>(
    cases: u32,
    strategy: S,
    prepare: impl Fn(&S::Value) -> W,
    law: impl Fn(&W, &S::Value) -> Verdict,
) where
    S::Value: Debug,
{
    hold_together_with(fewer(cases), strategy, prepare, law);
}

#[track_caller]
fn hold_together_with<S: Strategy, W>(
    config: Config,
    strategy: S,
    prepare: impl Fn(&S::Value) -> W,
    law: impl Fn(&W, &S::Value) -> Verdict,
) where
    S::Value: Debug,
{
    // Of few cases there are some batches, too, since each is of any size.
    let together = TOGETHER.min(config.cases.div_ceil(8));
    let config = Config {
        cases: config.cases.div_ceil(together),
        max_shrink_iters: config.max_shrink_iters.min(400),
        ..config
    };
    let inputs = vec(strategy, 1..2 * together as usize);
    let law = |inputs: Vec<S::Value>| {
        let prepared: Vec<W> = inputs.iter().map(&prepare).collect();
        let mut cases = prepared.iter().zip(&inputs);
        let held = cases.try_for_each(|(world, input)| law(world, input));
        held.map_err(TestCaseError::fail)
    };
    if let Err(error) = TestRunner::new(config).run(&inputs, law) {
        panic!("{error}");
    }
}

/// Shows that a law catches a wrong subject, and on what. That need not be short, since nobody mends it.
#[track_caller]
pub fn catch<S: Strategy>(strategy: S, law: impl Fn(S::Value) -> Verdict)
where
    S::Value: Debug,
{
    let config = Config {
        failure_persistence: None,
        cases: CASES,
        max_shrink_iters: 0,
        // Whether a wrong subject is caught may not be a matter of luck.
        rng_seed: RngSeed::Fixed(2046),
        ..config()
    };
    let law = |input| law(input).map_err(TestCaseError::fail);
    match TestRunner::new(config).run(&strategy, law) {
        Err(TestError::Fail(reason, input)) => println!("caught: {reason}\non {input:?}"),
        other => panic!("the law holds for a wrong subject: {other:?}"),
    }
}

/// The same of inputs that are prepared together.
#[track_caller]
pub fn catch_together<S: Strategy, W>(
    strategy: S,
    prepare: impl Fn(&S::Value) -> W,
    law: impl Fn(&W, &S::Value) -> Verdict,
) where
    S::Value: Debug,
{
    catch(vec(strategy, 1..2 * TOGETHER as usize), |inputs| {
        let prepared: Vec<W> = inputs.iter().map(&prepare).collect();
        let mut cases = prepared.iter().zip(&inputs);
        cases.try_for_each(|(world, input)| law(world, input))
    });
}

/// Counts what came up, so that a law cannot hold by never being tried.
#[derive(Debug, Default)]
pub struct Tally(RefCell<BTreeMap<String, usize>>);

impl Tally {
    /// So many of these came up.
    pub fn add(&self, what: impl Into<String>, count: usize) {
        *self.0.borrow_mut().entry(what.into()).or_default() += count;
    }

    /// Fails if fewer did, of 2,000 cases. Of fewer cases half the share is enough, since chance weighs
    /// more; what is rare need not come up at all.
    #[track_caller]
    pub fn at_least(&self, what: &str, count: usize) {
        let cases = config().cases;
        let share = count.saturating_mul(cases as usize) / CASES as usize;
        let count = if cases < CASES { share / 2 } else { count };
        let seen = self.0.borrow().get(what).copied().unwrap_or_default();
        println!("{what}: {seen}, at least {count} of {cases} cases");
        assert!(seen >= count, "only {seen} × {what}: {:?}", self.0.borrow());
    }
}
