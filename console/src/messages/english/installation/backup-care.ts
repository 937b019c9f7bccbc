const days = (count: number) => (count === 1 ? "one day" : `${count.toLocaleString()} days`);

/** Looking after copies that lie elsewhere: how long they are kept, whether they are whole, and who hears of it. */
export const backupCareMessages = {
  notified: {
    title: "Notifications",
    text: "This destination gets only offsite backup events. The destinations under Notifications get them too.",
    none: "No destination.",
    set: "Add…",
    replace: "Edit…",
    remove: "Delete…",
    kind: "Send to",
    kinds: { slack: "Slack channel", webhook: "Webhook" },
    address: "URL",
    needAddress: "Enter a URL, such as https://hooks.example.com/backups.",
    success: "Events",
    everything: "All backups",
    failuresOnly: "Failures only",
    sendsSuccess: "Also notify of success",
    dialogTitle: "Offsite backup notifications",
    dialogText: "Replaces the current destination. The URL is stored encrypted and never shown again.",
    submit: "Save",
    saved: "Destination saved",
    removeTitle: () => "Delete this destination?",
    removeText: (server: string) => `On ${server}. The destinations under Notifications stay.`,
    removeSubmit: "Delete destination",
    removed: () => "Destination deleted",
  },
  closedSets: {
    closed: (count: number, keys: readonly string[]) =>
      `${count === 1 ? "Backups" : `${count} backup sets`} of another installation are stored here, encrypted. ${
        keys.length === 0 ? "No recovery key opens them anymore." : `Recovery key ${keys.join(" or ")} opens them.`
      }`,
    open: "Enter recovery key…",
    title: "Open backups with a recovery key",
    text: "You can then list and restore them like this installation's own.",
    hint: "Four lines from the sheet. Case and hyphens don't matter",
    submit: "Open",
    opened: (count: number) => (count === 1 ? "Backups opened" : `${count} backup sets opened`),
  },
  retention: {
    title: "Retention",
    limited: "Delete old backups",
    everything: "All backups are kept forever.",
    fields: {
      all_days: "Keep every backup for (days)",
      daily_days: "Keep the last backup of each day for (days)",
      monthly_months: "Keep the last backup of each month for (months)",
      billed_days: "Minimum storage period (days)",
      repack_below_percent: "Repack threshold (percent)",
    },
    hints: {
      all_days: "Counted from today",
      daily_days: "Days in UTC",
      monthly_months: "Months in UTC",
      billed_days: "Nothing is deleted earlier. Some stores bill at least 30 or 90 days.",
      repack_below_percent: "Rewrites packs with less data in use. 0 turns this off.",
    },
    needNumber: ([min, max]: readonly [number, number]) =>
      `Enter a number from ${min.toLocaleString()} to ${max.toLocaleString()}.`,
    deleted: "Unused data is deleted two days later.",
  },
  upkeep: {
    title: "Maintenance",
    actions: "Run maintenance",
    verifyShare: "Verify data that is due",
    verifyAll: "Verify everything",
    repair: "Repair",
    prune: "Prune",
    started: (name: string) => `Maintenance of ${name} started`,
    kept: "Retention",
    retention: (
      kept: { readonly all_days: number; readonly daily_days: number; readonly monthly_months: number } | null,
    ) =>
      kept === null
        ? "All backups"
        : [
            `all for ${days(kept.all_days)}`,
            ...(kept.daily_days > 0 ? [`one per day for ${days(kept.daily_days)}`] : []),
            ...(kept.monthly_months > 0 ? [`one per month for ${kept.monthly_months.toLocaleString()} months`] : []),
          ].join(", "),
    allVerified: "Last full verification",
    last: "Last run",
    notYet: "Never",
    works: { prune: "Pruned", verify: "Verified", repair: "Repaired" },
    pruned: (snapshots: number, size: string) => `${snapshots.toLocaleString()} backups and ${size} of packs deleted`,
    verified: (size: string) => `${size} verified`,
    repaired: (contents: number) => `${contents.toLocaleString()} pieces recovered`,
  },
  damage: {
    title: "Damaged data",
    found: (files: number, packs: number, objects: number) =>
      `${files.toLocaleString()} files in older backups can't be fully restored: ${packs.toLocaleString()} packs and ${objects.toLocaleString()} other objects are changed or missing.`,
    file: (path: string, number: number) => `${path}, backup ${number.toLocaleString()}`,
    more: (count: number) => `And ${count.toLocaleString()} more`,
    whatToDo:
      "Back up now to send existing data again, then run Repair to fix older backups with it. Data that is still listed after that is lost in this location. Find out in the store what changed it, and turn on versioning or object lock.",
  },
} as const;
