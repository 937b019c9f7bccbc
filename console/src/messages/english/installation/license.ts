import { plural } from "../../plural.ts";

/** License of FileMaker Server. */
export const licenseMessages = {
  title: "License and allowance",
  users: "Connected users",
  usersOf: (connected: string, limit: number) => `${connected} of ${limit}`,
  peak: "Most in 30 days",
  ends: "License ends",
  endsOn: (day: string, daysLeft: number) =>
    daysLeft < 0 ? `${day} (ended)` : `${day} (in ${plural(daysLeft, "day", "days")})`,
  used: "Data API allowance used",
  usedOf: (used: string, limit: string) => `${used} of ${limit}`,
  resets: "Resets on",
  unknown: "Unknown",
  forecast: {
    runs_out: (day: string) => `If traffic continues, the allowance is used up on about ${day}, before it resets.`,
    lasts: "The allowance lasts until it resets.",
    no_limit: "FileMaker Server reports that it enforces no allowance.",
    unknown: "There is no forecast yet: it needs an Admin API key and samples of 14 days.",
  },
  shares: "Traffic by key",
  others: "Not through Latchkey",
  share: (percent: number) => `${percent} %`,
};
