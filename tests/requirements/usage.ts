import type { RequirementList } from "./requirement.ts";

export const usage = {
  "usage:alerts:evaluated": {
    text: "Rules are evaluated every minute, once each, by any one of the processes.",
    source: "Promise, alerts",
  },
  "usage:alerts:managed": {
    text: "Alert rules on any metric can be added, listed, changed, tested, and deleted.",
    source: "Promise, alerts",
  },
  "usage:alerts:notified": {
    text: "A firing rule sends a notification, and another when it resolves: to its own destinations, or otherwise to those that receive alerts.",
    source: "Promise, alerts",
  },
  "usage:alerts:refused": {
    text: "A rule that can't be evaluated is rejected with the reason.",
    source: "Promise, alerts",
  },
  "usage:alerts:states": {
    text: "A rule fires after its condition held for its duration, and resolves after recovery for its own duration and threshold.",
    source: "Promise, alerts",
  },
  "usage:alerts:tried": {
    text: "A rule can be tested on past data with the same evaluation: per minute where minutes are kept, which is eight days for a rule's metrics, and otherwise per hour; the response says which.",
    source: "Promise, alerts",
  },
  "usage:alerts:unknown": {
    text: "A minute without data neither fires nor resolves a rule, unless the rule looks for missing data.",
    source: "Promise, alerts",
  },
  "usage:answer:csv": {
    text: "Requests that accept CSV get the figures as a table with a row for each step, and no name in it becomes a spreadsheet formula.",
    source: "Promise, usage",
  },
  "usage:answer:filter": {
    text: "Figures of a key or file include only its own requests, regardless of how others are named.",
    source: "Promise, usage",
  },
  "usage:answer:many-keys": {
    text: "With many keys, a query for all of them, for one, or for a file reads only its own data, and returns the same result.",
    source: "Promise, usage",
  },
  "usage:answer:refusals": {
    text: "An invalid range or label is rejected with the reason: too many steps, steps finer than the stored data, a label that the metric doesn't have.",
    source: "Promise, usage",
  },
  "usage:answer:top": {
    text: "Groups are sorted by total, largest first, and returned by cursor or as the top ones plus all others combined.",
    source: "Promise, usage",
  },
  "usage:console:address": {
    text: "The state of a page's charts is in its URL, and an invalid URL shows the defaults.",
    source: "Promise, usage",
  },
  "usage:console:alerts": {
    text: "Alert rules have a page with their state and last firing, the metric in its unit, the recipients, and how often a rule would have fired before it is saved; the home page shows firing alerts.",
    source: "Promise, alerts",
  },
  "usage:console:chart-pages": {
    text: "In Chromium and Firefox, the home page, a key's page, a file's page, the server's page, Alerts, and the offsite backup pages are accessible in light and dark mode and fit a phone, and each chart can be read by keyboard.",
    source: "Promise, usage",
  },
  "usage:console:failing-since": {
    text: "A page says since when no request succeeded, and how many have failed since.",
    source: "Promise, usage",
  },
  "usage:console:gaps": {
    text: "A time without counting is a gap in every kind of chart, and a single value between gaps is visible.",
    source: "Promise, usage",
  },
  "usage:console:keyboard": {
    text: "Arrow keys move through a chart, each value is announced with its events, and each event is a button that opens it.",
    source: "Promise, usage",
  },
  "usage:console:many-points": {
    text: "A chart draws no more of 60,000 points than its pixels can show, and loses no peak.",
    source: "Promise, usage",
  },
  "usage:console:marks": {
    text: "Deployments, restarts, and key changes are marked in charts and in exported data.",
    source: "Promise, usage",
  },
  "usage:console:pages": {
    text: "The home page, key pages, and file pages show requests, waiting times, and errors over time, in light and dark mode, by keyboard, and without axe findings.",
    source: "Promise, usage",
  },
  "usage:console:scale": {
    text: "Grid lines of charts are at round values and round calendar times.",
    source: "Promise, usage",
  },
  "usage:console:statistics": {
    text: "The server's settings show the statistics of FileMaker Server and its machine over time, and turn them on and off; the home page shows clients and disks once they are collected.",
    source: "Promise, usage",
  },
  "usage:console:table": {
    text: "Every user can show a chart as a table, some rows at a time, and save it as CSV.",
    source: "Promise, usage",
  },
  "usage:console:top-calls": {
    text: "The server's settings turn on slowest-call logging with one click, mention its known cost, and show the calls by file, table, layout, and client.",
    source: "Promise, statistics",
  },
  "usage:console:week-ago": {
    text: "The previous week can be overlaid on a chart in the steps that are still kept for it.",
    source: "Promise, usage",
  },
  "usage:continuity:clock": {
    text: "A clock that is set back doesn't overwrite figures.",
    source: "Promise, usage",
  },
  "usage:continuity:killed": {
    text: "A killed process loses at most its last minute, and that minute is marked.",
    source: "Promise, usage",
  },
  "usage:continuity:processes": {
    text: "Figures of several processes for the same time are added up.",
    source: "Promise, usage",
  },
  "usage:continuity:repeated": {
    text: "Figures that are written twice, because a store response was lost, count once.",
    source: "Promise, usage",
  },
  "usage:continuity:restart": {
    text: "A graceful restart loses nothing, and the time without a service is marked as such.",
    source: "Promise, usage",
  },
  "usage:counts:calls": {
    text: "Proxied requests are counted by key, file, API, method, and outcome, with bytes in both directions and the time to the first byte.",
    source: "Promise, usage",
  },
  "usage:counts:events": {
    text: "Webhook requests, delivery attempts, MCP tool calls, and jobs are counted by subject and outcome, with bytes where they apply and durations.",
    source: "Promise, usage",
  },
  "usage:counts:known-load": {
    text: "A known load with errors at a known time, a restart, and a second process that is killed is reported with exact counts and with percentiles within 2%; at most the last minute of the killed process is missing, and it is marked.",
    source: "Promise, usage",
  },
  "usage:counts:logins": {
    text: "Logins to FileMaker Server are counted by key, file, and API: those that opened a session, those that were rejected, and those without a response.",
    source: "Promise, usage",
  },
  "usage:gaps:quiet": {
    text: "A minute without requests is zero, and a minute that wasn't counted has no value.",
    source: "Promise, usage",
  },
  "usage:lines:across": {
    text: "Missing lines between two minutes or two hours are read from the log as soon as an instance's next line reveals them; if they aren't found, the time from the previous line, or the instance's start, to the next line is marked.",
    source: "Promise, usage",
  },
  "usage:lines:known-load": {
    text: "On AWS, where processes end without notice, the same load is counted from its log lines: each once, even if delivered several times, and undelivered ones are read from the log.",
    source: "Promise, usage",
  },
  "usage:lines:once": {
    text: "A log line is counted once, even if the subscription delivers it several times, and only if the service itself wrote it.",
    source: "Promise, usage",
  },
  "usage:lines:repaired": {
    text: "Undelivered lines are read from the log itself: immediately if numbers show that they are missing, and otherwise when the hour is compared; lines that aren't found are marked as lost.",
    source: "Promise, usage",
  },
  "usage:lines:subscribed": {
    text: "The stack sends the counting function those lines of its log group that count something; that function writes none of them itself.",
    source: "Promise, usage",
  },
  "usage:metrics:counters": {
    text: "GET /svc/metrics returns all counters since startup, and identifies keys by their id.",
    source: "Promise, metrics",
  },
  "usage:metrics:formats": {
    text: "Metrics are returned in Prometheus' text format or OpenMetrics, depending on Accept, and Prometheus' own tools find no problem in either.",
    source: "Promise, metrics",
  },
  "usage:metrics:from-lines": {
    text: "On AWS, GET /svc/metrics contains the requests since midnight UTC at most three minutes after they were made, once their lines were counted.",
    source: "Promise, metrics",
  },
  "usage:metrics:token": {
    text: "Metrics are read with a separate token, which is shown once, stored only as an id, and opens nothing else.",
    source: "Promise, metrics",
  },
  "usage:percentiles:accuracy": {
    text: "Percentiles are within 1% of those of all values.",
    source: "Promise, usage",
  },
  "usage:percentiles:merge": {
    text: "Percentiles of a longer time are computed from all its requests, not by averaging percentiles.",
    source: "Promise, usage",
  },
  "usage:rollups:absolute": {
    text: "Hours and days are computed from stored data, and computing them twice changes nothing.",
    source: "Promise, usage",
  },
  "usage:rollups:kept": {
    text: "Minutes can be queried for a day, hours for 60 days, days for two years; older data is deleted.",
    source: "Promise, usage",
  },
  "usage:statistics:columns": {
    text: "Columns of FileMaker Server's statistics are found by their headings in any order, and by their usual order if the headings are in another language.",
    source: "Promise, statistics",
  },
  "usage:statistics:kept-on": {
    text: "One request turns statistics on and keeps them on: a log that has stopped is turned on again, and if that fails, the reason is reported.",
    source: "Promise, statistics",
  },
  "usage:statistics:lines": {
    text: "Lines of Stats.log are read in documented units, and no value is below 0.",
    source: "Promise, statistics",
  },
  "usage:statistics:refused": {
    text: "Statistics that couldn't be turned on aren't recorded as on.",
    source: "Promise, statistics",
  },
  "usage:statistics:scraped": {
    text: "GET /svc/metrics returns the latest readings in base units.",
    source: "Promise, statistics",
  },
  "usage:statistics:series": {
    text: "The statistics of FileMaker Server and its machine are returned over time, with no value for a minute without a reading.",
    source: "Promise, statistics",
  },
  "usage:statistics:started": {
    text: "After a Database Server start, which its process reports, statistics that are kept on are turned on within a minute or as soon as it can be reached.",
    source: "Promise, statistics",
  },
  "usage:statistics:whole": {
    text: "Entries written while the service or agent was offline are read when it is back, and a minute is stored completely.",
    source: "Promise, statistics",
  },
  "usage:top-calls:groups": {
    text: "Slow calls are grouped by file, table, layout, and client, the largest total time first.",
    source: "Promise, statistics",
  },
  "usage:top-calls:once": {
    text: "A call with several log lines counts once, with its longest time, and the same seconds after another server start are another call.",
    source: "Promise, statistics",
  },
  "usage:top-calls:read": {
    text: "The slowest calls are read from their log and its rotated files.",
    source: "Promise, statistics",
  },
} as const satisfies RequirementList;
