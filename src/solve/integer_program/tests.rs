//! Compares small programs with arithmetic by hand and with exhaustive search.

use std::time::Duration;

use super::*;

fn n(n: i64) -> Number {
    n.into()
}

fn sum(factors: &[(usize, i64)], constant: i64) -> LinearSum {
    let start = LinearSum::from_constant(n(constant));
    factors.iter().fold(start, |sum, (v, f)| sum.plus_term(*v, n(*f)).unwrap())
}

fn budget() -> SearchBudget {
    SearchBudget {
        deadline: Some(Moment::now() + Duration::from_secs(20)),
        max_branches: 100_000,
        max_steps: usize::MAX,
    }
}

#[test]
fn whole_solution_is_found_despite_nearer_fractions() {
    // 7x + 5y must be 24: only x = 2, y = 2
    let mut program = IntegerProgram::default();
    let (x, y) = (program.add_variable(true, 1), program.add_variable(true, 1));
    for row in Constraint::equal(&sum(&[(x, 7), (y, 5)], 0), &sum(&[], 24)).unwrap() {
        program.add_constraint(0, row);
    }
    assert_eq!(program.solve(budget()), SolveOutcome::Solved(vec![n(2), n(2)]));
}

#[test]
fn missing_whole_solution_is_proven() {
    // 6x + 10y + 15z is never 29, except with fractions
    let mut program = IntegerProgram::default();
    let v: Vec<usize> = (0..3).map(|_| program.add_variable(true, 0)).collect();
    for row in Constraint::equal(&sum(&[(v[0], 6), (v[1], 10), (v[2], 15)], 0), &sum(&[], 29)).unwrap() {
        program.add_constraint(0, row);
    }
    assert_eq!(program.solve(budget()), SolveOutcome::Impossible);
}

#[test]
fn one_of_the_alternatives_is_satisfied() {
    // x is 0 or from 2 to 4, and x + y = 5 with y at most 2
    let mut program = IntegerProgram::default();
    let (x, y) = (program.add_variable(true, 1), program.add_variable(true, 1));
    let one = |l: &LinearSum, r: &LinearSum| Constraint::at_most(l, r).unwrap();
    let (vx, vy) = (LinearSum::from_variable(x), LinearSum::from_variable(y));
    program.add_alternatives(
        1,
        vec![vec![one(&vx, &sum(&[], 0))], vec![one(&sum(&[], 2), &vx), one(&vx, &sum(&[], 4))]],
    );
    program.add_constraint(0, one(&sum(&[], 5), &vx.plus(&vy).unwrap()));
    program.add_constraint(0, one(&vy, &sum(&[], 2)));
    let SolveOutcome::Solved(values) = program.solve(budget()) else { panic!("there is one") };
    assert!(values[x] >= 3 && values[x] <= 4, "{values:?}");
    program.add_constraint(2, one(&vx, &sum(&[], 1)));
    assert_eq!(program.solve(budget()), SolveOutcome::Impossible);
    assert!(matches!(program.without_groups(&|g| g == 2).solve(budget()), SolveOutcome::Solved(_)));
}

#[test]
fn small_programs_agree_with_exhaustive_search() {
    // Rows ax + by + cz <= d with small pseudo-random numbers, each variable at most 4
    let mut seed = 1_u64;
    let mut next = move |range: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from((seed >> 33) % range).unwrap()
    };
    let mut feasible = 0;
    for round in 0..300 {
        let mut program = IntegerProgram::default();
        let v: Vec<usize> = (0..3).map(|_| program.add_variable(true, 1)).collect();
        let mut all = Vec::new();
        for at in 0..3 {
            all.push(([0, 1, 2].map(|i| i64::from(i == at)), 4));
        }
        for _ in 0..4 {
            all.push(([next(9) - 4, next(9) - 4, next(9) - 4], next(13) - 6));
        }
        for (f, d) in &all {
            let left = sum(&[(v[0], f[0]), (v[1], f[1]), (v[2], f[2])], 0);
            program.add_constraint(0, Constraint::at_most(&left, &sum(&[], *d)).unwrap());
        }
        let fits = |x: [i64; 3]| all.iter().all(|(f, d)| f[0] * x[0] + f[1] * x[1] + f[2] * x[2] <= *d);
        let any = (0..125).any(|i| fits([i % 5, i / 5 % 5, i / 25]));
        match program.solve(budget()) {
            SolveOutcome::Solved(values) => {
                feasible += 1;
                let x: Vec<i64> = values.iter().map(|n| n.to_integer().unwrap()).collect();
                assert!(any && fits([x[0], x[1], x[2]]), "round {round}: {x:?}");
            }
            other => assert!(!any && other == SolveOutcome::Impossible, "round {round}: {other:?}"),
        }
    }
    assert!((60..240).contains(&feasible), "both kinds are tried: {feasible}");
}
