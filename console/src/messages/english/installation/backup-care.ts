const days = (count: number) => (count === 1 ? "one day" : `${count.toLocaleString()} days`);

/** Looking after copies that lie elsewhere: how long they are kept, whether they are whole, and who hears of it. */
export const backupCareMessages = {
  notified: {
    title: "Notifications",
    text: "Destinations of the page Notifications get these events as any others. This one is for offsite backups alone.",
    none: "There is none.",
    set: "Add…",
    replace: "Replace…",
    remove: "Delete…",
    kind: "Where to",
    kinds: { slack: "A channel of Slack", webhook: "Another server" },
    address: "Address",
    needAddress: "An address is needed, such as https://hooks.example.com/backups.",
    success: "Of what",
    everything: "Of all backups",
    failuresOnly: "Of what goes wrong",
    sendsSuccess: "Notify of what goes well, too",
    dialogTitle: "Who is notified of offsite backups",
    dialogText: "What was set before is replaced. The address is stored sealed, and not shown again.",
    submit: "Save",
    saved: "Offsite backups are notified there",
    removeTitle: () => "No longer notify this destination?",
    removeText: (server: string) => `On ${server}. Destinations of the page Notifications stay.`,
    removeSubmit: "Delete destination",
    removed: () => "The destination is deleted",
  },
  closedSets: {
    closed: (count: number, keys: readonly string[]) =>
      `${count === 1 ? "Backups" : `${count} sets of backups`} of another installation lie here, which Latchkey has no key of. ${
        keys.length === 0 ? "No recovery key opens them any more." : `The recovery key ${keys.join(" or ")} opens them.`
      }`,
    open: "Type the recovery key…",
    title: "Open backups by their recovery key",
    text: "From then on they are listed and restored as this installation's own.",
    hint: "Four lines from its sheet, in any case and with any hyphens",
    submit: "Open",
    opened: (count: number) => (count === 1 ? "The backups are opened" : `${count} sets of backups are opened`),
  },
  retention: {
    title: "How long they are kept",
    limited: "Delete backups that are too old",
    everything: "Every backup is kept for ever.",
    fields: {
      all_days: "Days of which every backup is kept",
      daily_days: "Days of which the last backup is kept",
      monthly_months: "Months of which the last backup is kept",
      billed_days: "Days that the store bills at least",
      repack_below_percent: "Write packs anew below, in percent",
    },
    hints: {
      all_days: "Counted from today",
      daily_days: "By UTC",
      monthly_months: "By UTC",
      billed_days: "Nothing is deleted earlier: some stores bill 30 or 90 days in any case.",
      repack_below_percent: "Where less of a pack is still needed. 0: never.",
    },
    needNumber: ([least, most]: readonly [number, number]) =>
      `A number from ${least.toLocaleString()} to ${most.toLocaleString()} is needed.`,
    deleted: "What no backup needs any more is deleted two days later.",
  },
  upkeep: {
    title: "Looked after",
    actions: "Look after it now",
    verifyShare: "Verify what is due",
    verifyAll: "Verify everything",
    repair: "Repair",
    prune: "Prune",
    started: (name: string) => `${name} is looked after`,
    kept: "Kept",
    retention: (
      kept: { readonly all_days: number; readonly daily_days: number; readonly monthly_months: number } | null,
    ) =>
      kept === null
        ? "All backups"
        : [
            `all of ${days(kept.all_days)}`,
            ...(kept.daily_days > 0 ? [`one a day of ${days(kept.daily_days)}`] : []),
            ...(kept.monthly_months > 0 ? [`one a month of ${kept.monthly_months.toLocaleString()} months`] : []),
          ].join(", "),
    allVerified: "Everything verified",
    last: "Last looked after",
    notYet: "Not yet",
    works: { prune: "Pruned", verify: "Verified", repair: "Repaired" },
    pruned: (snapshots: number, size: string) => `${snapshots.toLocaleString()} backups and ${size} of packs deleted`,
    verified: (size: string) => `${size} read and compared`,
    repaired: (contents: number) => `${contents.toLocaleString()} pieces found elsewhere`,
  },
  damage: {
    title: "Damaged",
    found: (files: number, packs: number, objects: number) =>
      `${files.toLocaleString()} files of older backups do not come back whole: ${packs.toLocaleString()} packs and ${objects.toLocaleString()} other objects were altered or are lost.`,
    file: (path: string, number: number) => `${path}, backup ${number.toLocaleString()}`,
    more: (count: number) => `And ${count.toLocaleString()} more`,
    whatToDo:
      "Back up and send now: what is still on this server is sent anew. Then repair, which mends older backups from that. What stays listed is lost at this place: find out at the store what has altered it, and turn versioning or a lock on there.",
  },
} as const;
