//! The stats of a body, as sheets print them.

use schemars::JsonSchema;
use serde::Serialize;

use crate::army::bodies_and_options::Body;
use crate::rules::Rules;
use crate::rules::compiled_stat_values::StatValue;
use crate::rules::id_types::StatId;

/// A stat of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Stat")]
pub(crate) struct StatAnswer {
    stat: String,
    name: String,
    abbr: String,
    /// As printed, after options and characters.
    value: String,
    /// As printed, before them.
    chart: String,
}

/// Returns the printed stats of a body. A stat that it has neither before nor after its options is left out.
pub(crate) fn stats_of(rules: &Rules, body: &Body<'_>) -> Vec<StatAnswer> {
    let printed = (0..rules.stats.len()).map(StatId).filter(|id| !rules.stats[id.0].hidden);
    let stat = |id: StatId| {
        let show = |values: &[StatValue]| rules.format_stat(id, values.get(id.0)?);
        let (value, chart) = (show(&body.stats), show(&body.base_stats));
        (value.is_some() || chart.is_some()).then(|| StatAnswer {
            stat: rules.stats[id.0].id.clone(),
            name: rules.stats[id.0].name.clone(),
            abbr: rules.stats[id.0].abbr.clone(),
            value: value.unwrap_or_else(|| "-".to_owned()),
            chart: chart.unwrap_or_else(|| "-".to_owned()),
        })
    };
    printed.filter_map(stat).collect()
}
