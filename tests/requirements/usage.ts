import type { RequirementList } from "./requirement.ts";

export const usage = {
  "usage:alerts:evaluated": {
    text: "Rules are looked at minute by minute, once each, by whichever process comes to it.",
    source: "Promise, alerts",
  },
  "usage:alerts:managed": {
    text: "Alert rules on any metric are added, listed, changed, tried and deleted.",
    source: "Promise, alerts",
  },
  "usage:alerts:notified": {
    text: "A rule that rings is notified, and so is that it is back to normal: to the destinations that it names, or else to those that are notified of alerts.",
    source: "Promise, alerts",
  },
  "usage:alerts:refused": {
    text: "A rule that cannot be looked at is refused with what is wrong.",
    source: "Promise, alerts",
  },
  "usage:alerts:states": {
    text: "A rule rings when it was so for as long as it says, and is over when it was well for as long as it says, beyond a threshold of its own.",
    source: "Promise, alerts",
  },
  "usage:alerts:tried": {
    text: "A rule is tried on the past by the same steps: over minutes where they are kept, which is eight days of what a rule watches, and otherwise over hours; the answer says which.",
    source: "Promise, alerts",
  },
  "usage:alerts:unknown": {
    text: "A minute without a figure neither rings nor resolves, except where that is what a rule looks for.",
    source: "Promise, alerts",
  },
  "usage:answer:csv": {
    text: "Who accepts CSV gets the figures as a table with a row for each step, and no name in it is a spreadsheet's formula.",
    source: "Promise, usage",
  },
  "usage:answer:filter": {
    text: "Figures of a key or a file are those of its calls alone, whatever others are called.",
    source: "Promise, usage",
  },
  "usage:answer:many-keys": {
    text: "Where many keys call, a question about all of them, about one or about a file reads that alone, and has the same answer.",
    source: "Promise, usage",
  },
  "usage:answer:refusals": {
    text: "A range or label that cannot be answered is refused with what is wrong: too many steps, steps finer than what is kept, a label that the metric does not have.",
    source: "Promise, usage",
  },
  "usage:answer:top": {
    text: "Groups come with the largest total first, by cursor or as the first few and all the others together.",
    source: "Promise, usage",
  },
  "usage:console:address": {
    text: "What a page's charts show stands in its address, and an address that nobody knows shows what is usual.",
    source: "Promise, usage",
  },
  "usage:console:alerts": {
    text: "Alert rules have a page: how each is and when it last rang, what it watches in its unit, who is notified, how often it would have rung before it is saved; Home says what rings.",
    source: "Promise, alerts",
  },
  "usage:console:chart-pages": {
    text: "In Chromium and in Firefox, Home, a key's page, a file's page, the server's page, Alerts and the pages of offsite backups are accessible in light and dark and fit a phone, and each chart is read by keys.",
    source: "Promise, usage",
  },
  "usage:console:failing-since": {
    text: "A page says since when no call was answered, and how many failed since.",
    source: "Promise, usage",
  },
  "usage:console:gaps": {
    text: "A time in which nobody counted is a gap in every kind of chart, and a value alone between gaps is seen.",
    source: "Promise, usage",
  },
  "usage:console:keyboard": {
    text: "Arrow keys move through a chart, each value is read out with what happened then, and what happened is a button that leads there.",
    source: "Promise, usage",
  },
  "usage:console:many-points": {
    text: "A chart draws no more than its pixels show of 60,000 points, and loses no peak.",
    source: "Promise, usage",
  },
  "usage:console:marks": {
    text: "Deployments, restarts and changes of a key are marks in time, in charts and in what is saved of them.",
    source: "Promise, usage",
  },
  "usage:console:pages": {
    text: "Home, the page of a key and the page of a file show calls, waiting times and errors over time, in light and dark, by keyboard and as axe wants them.",
    source: "Promise, usage",
  },
  "usage:console:scale": {
    text: "Lines of charts stand at round values and at round moments of the calendar.",
    source: "Promise, usage",
  },
  "usage:console:statistics": {
    text: "The server's settings show what is read of FileMaker Server and its machine over time, and switch that on and off; Home shows clients and disks once they are read.",
    source: "Promise, usage",
  },
  "usage:console:table": {
    text: "Everyone may see a chart as a table, some rows at a time, and save it as CSV.",
    source: "Promise, usage",
  },
  "usage:console:top-calls": {
    text: "The server's settings switch its slowest calls on by one click, with what is known of the cost said, and show them by file, table, layout and client.",
    source: "Promise, statistics",
  },
  "usage:console:week-ago": {
    text: "The week before is laid over a chart in the steps that are still kept of it.",
    source: "Promise, usage",
  },
  "usage:continuity:clock": {
    text: "A clock that is set back has no figures written over.",
    source: "Promise, usage",
  },
  "usage:continuity:killed": {
    text: "A process that is killed loses at most its last minute, and that minute is marked.",
    source: "Promise, usage",
  },
  "usage:continuity:processes": {
    text: "What several processes count at the same time is added up.",
    source: "Promise, usage",
  },
  "usage:continuity:repeated": {
    text: "Figures that are written again, because an answer of the store was lost, count once.",
    source: "Promise, usage",
  },
  "usage:continuity:restart": {
    text: "A restart in order loses nothing, and the time without a service is marked as such.",
    source: "Promise, usage",
  },
  "usage:counts:calls": {
    text: "Proxied calls are counted by key, file, API, method and outcome, with bytes both ways and the time to their answer's first byte.",
    source: "Promise, usage",
  },
  "usage:counts:events": {
    text: "Calls of webhooks, attempts to deliver, calls of MCP tools and jobs are counted by what they were about and how they ended, with bytes where there are some and how long they took.",
    source: "Promise, usage",
  },
  "usage:counts:known-load": {
    text: "A load of known shape, with errors at a known moment, a restart in the middle and a second process that is killed, is answered with exact counts and with percentiles within 2 %; at most the last minute of the killed one is missing, and it is marked.",
    source: "Promise, usage",
  },
  "usage:counts:logins": {
    text: "Logins to FileMaker Server are counted by key, file and API, those that opened a session, those that were refused, and those without an answer.",
    source: "Promise, usage",
  },
  "usage:gaps:quiet": {
    text: "A minute without calls is none, and a minute that nobody counted is no figure.",
    source: "Promise, usage",
  },
  "usage:lines:across": {
    text: "Lines that are missing between two minutes or two hours are read in the log as soon as an instance's next line shows it; what is nowhere is marked from the line before, or the instance's beginning, to the line after.",
    source: "Promise, usage",
  },
  "usage:lines:known-load": {
    text: "On AWS, where processes end without notice, the same load is counted from its lines in the log: each once, however often it is handed over, and those that were not are read in the log.",
    source: "Promise, usage",
  },
  "usage:lines:once": {
    text: "A line of the log is counted once, however often the subscription hands it over, and only lines that the service itself has written.",
    source: "Promise, usage",
  },
  "usage:lines:repaired": {
    text: "Lines that were not handed over are read in the log itself: at once where numbers show that they are missing, and otherwise when the hour is compared; what is nowhere is marked as lost.",
    source: "Promise, usage",
  },
  "usage:lines:subscribed": {
    text: "The stack brings the function that counts those lines of its log group that count something, of which that function writes none.",
    source: "Promise, usage",
  },
  "usage:metrics:counters": {
    text: "GET /svc/metrics answers all counters since the start, and a key in it is its number.",
    source: "Promise, metrics",
  },
  "usage:metrics:formats": {
    text: "Metrics are answered by Accept in Prometheus' text format and in OpenMetrics, and Prometheus' own tools find nothing wrong with either.",
    source: "Promise, metrics",
  },
  "usage:metrics:from-lines": {
    text: "On AWS GET /svc/metrics has the calls since midnight in UTC at most three minutes after they were made, once their lines were counted.",
    source: "Promise, metrics",
  },
  "usage:metrics:token": {
    text: "Metrics are read with a token of their own, which is shown once, is stored as an id only, and opens nothing else.",
    source: "Promise, metrics",
  },
  "usage:percentiles:accuracy": {
    text: "Percentiles are within 1 % of those of all values.",
    source: "Promise, usage",
  },
  "usage:percentiles:merge": {
    text: "Percentiles of a longer time are those of all its calls, and no average of percentiles.",
    source: "Promise, usage",
  },
  "usage:rollups:absolute": {
    text: "Hours and days are put together from what is stored, and doing it twice changes nothing.",
    source: "Promise, usage",
  },
  "usage:rollups:kept": {
    text: "Minutes can be asked for a day, hours for 60 days, days for two years, and what is older is deleted.",
    source: "Promise, usage",
  },
  "usage:statistics:columns": {
    text: "Columns of FileMaker Server's statistics are found by their headings in any order, and in their usual order where the headings are in another language.",
    source: "Promise, statistics",
  },
  "usage:statistics:kept-on": {
    text: "Statistics are switched on by one call and kept on: a log that has fallen silent is switched on again, and where that cannot be done the reason is answered.",
    source: "Promise, statistics",
  },
  "usage:statistics:lines": {
    text: "Lines of Stats.log are read in units that are stated, and no value is below 0.",
    source: "Promise, statistics",
  },
  "usage:statistics:refused": {
    text: "What could not be switched on is not noted as on.",
    source: "Promise, statistics",
  },
  "usage:statistics:scraped": {
    text: "GET /svc/metrics answers the newest readings in base units.",
    source: "Promise, statistics",
  },
  "usage:statistics:series": {
    text: "What FileMaker Server and its machine say of themselves is answered over time, a minute without a reading as none.",
    source: "Promise, statistics",
  },
  "usage:statistics:started": {
    text: "After a start of the Database Server, which its process tells, statistics that are kept on are switched on within a minute or as soon as it can be reached.",
    source: "Promise, statistics",
  },
  "usage:statistics:whole": {
    text: "What was written while service or agent were away is read when they are back, and a minute is stored whole.",
    source: "Promise, statistics",
  },
  "usage:top-calls:groups": {
    text: "Slow calls are put together by file, table, layout and client, those first that took most time together.",
    source: "Promise, statistics",
  },
  "usage:top-calls:once": {
    text: "A call that stands in many lines counts once, with the longest time that was written of it, and the same seconds after another start of the server are another call.",
    source: "Promise, statistics",
  },
  "usage:top-calls:read": {
    text: "The slowest calls are read where their log lies, and what it was rotated to.",
    source: "Promise, statistics",
  },
} as const satisfies RequirementList;
