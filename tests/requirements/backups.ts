import type { RequirementList } from "./requirement.ts";

export const backups = {
  "backups:blocks:changing": {
    text: "A file that changes while it is read is read again; if it changes every time, no snapshot is created.",
    source: "Reliability 8, R8.4; Reliability 11, B6",
  },
  "backups:blocks:damaged": {
    text: "A lost or damaged snapshot, list, or pack doesn't stop the next backup: it reports the damage and uploads what it needs again.",
    source: "Reliability 11, B2",
  },
  "backups:blocks:faulty-store": {
    text: "Failed store requests that may succeed later are retried, and data that arrived corrupted is sent again; if the store rejects a request, the backup fails with a message, and the next one reuses what is already stored.",
    source: "Reliability 11, B1, B2, B5",
  },
  "backups:blocks:format": {
    text: "The format in the bucket is documented to the byte: a reader written only from that page can read it.",
    source: "Promise, restoring without us",
  },
  "backups:blocks:kept": {
    text: "A block backup is stored as an encrypted snapshot; data that hasn't changed since the previous snapshot isn't sent again, and nothing in the bucket can be read without its keys.",
    source: "Reliability 8, R8.1, R8.3, R8.7",
  },
  "backups:blocks:killed": {
    text: "If the agent is killed before or after any write of a backup, prune, or restore, every snapshot is intact, and the next run continues and resends little.",
    source: "Reliability 11, B3",
  },
  "backups:blocks:moved": {
    text: "Packs with little used data are rewritten, unless the store bills them anyway: every snapshot still restores, and the next backup resends nothing.",
    source: "Reliability 8, R8.6",
  },
  "backups:blocks:proved": {
    text: "A block is only accepted under the id that it was encrypted for, even if a list names another; verification and restore drills recompute its SHA-256, so that blocks a machine encrypted wrongly are found.",
    source: "Reliability 8, R8.5",
  },
  "backups:blocks:pruned": {
    text: "Snapshots past their retention are deleted, and unused data two days later; every kept snapshot can be restored byte for byte at any time.",
    source: "Reliability 8, R8.6",
  },
  "backups:blocks:repaired": {
    text: "Data that was lost or altered in a set is searched for elsewhere in the set and repaired for all snapshots; what isn't found is reported with its files and snapshots.",
    source: "Promise, offsite backups",
  },
  "backups:blocks:restored": {
    text: "A single-file program restores block backups bit for bit into an empty folder, with only the bucket and the recovery key.",
    source: "Promise, restoring without us",
  },
  "backups:blocks:stopped": {
    text: "A backup or prune that was frozen for days and resumes next to other runs creates no incomplete snapshot and deletes nothing that another one needs.",
    source: "Reliability 11, B4",
  },
  "backups:blocks:upkeep": {
    text: "A block backup set is pruned and verified automatically every day; damage is shown as a warning on its schedule, sends a notification, and is repaired after the next backup.",
    source: "Reliability 8, R8.5, R8.6; Reliability 11, B2",
  },
  "backups:blocks:verified": {
    text: "Each verification reads a part of the set, and all parts in turn; a flipped bit is found, marked so that no new snapshot uses that data, and reported with the affected files.",
    source: "Reliability 8, R8.5; Reliability 11, B2",
  },
  "backups:console:closed-sets": {
    text: "The console shows where backups of another installation are stored and which recovery key opens them, and accepts that key.",
    source: "Promise, the recovery key",
  },
  "backups:console:locations": {
    text: "The console lists offsite locations with their test results, names what is missing, lets the user pick a bucket, and replaces a secret without showing one.",
    source: "Promise, offsite backups",
  },
  "backups:console:notified": {
    text: "The console shows where notifications for offsite backups only are sent, without the address, and sets and deletes it.",
    source: "Promise, offsite backups",
  },
  "backups:console:proof": {
    text: "The home page and each file's page show when the newest copy was made, and the time and result of its last restore drill.",
    source: "Promise, offsite backups",
  },
  "backups:console:recovery-key": {
    text: "The console creates the recovery key with the first block backup schedule, shows it once with a printable sheet, and asks for groups of it; until they are confirmed, each schedule and the home page show a warning.",
    source: "Promise, the recovery key",
  },
  "backups:console:restore": {
    text: "The console restores files of an offsite backup: choose a time and files with their SHA-256, then restore in place, under another name, into a folder, or as a download; on a production server, the user types the name first.",
    source: "Promise, offsite backups",
  },
  "backups:console:schedules": {
    text: "The console shows each offsite backup schedule with its latest runs, its last copy, and its next due time; schedules can be created, changed, run, enabled, disabled, and deleted there.",
    source: "Promise, offsite backups",
  },
  "backups:console:strip": {
    text: "The latest runs of an offsite schedule are a single tab stop: arrow keys move between runs, each is announced with its time and outcome, and Enter opens it.",
    source: "Promise, offsite backups",
  },
  "backups:console:upkeep": {
    text: "The console sets how long block backups are kept, shows the results of pruning, verification, and repair, lists damage with what to do, and runs each on request.",
    source: "Promise, offsite backups",
  },
  "backups:locations:addressed": {
    text: "The bucket can be in the path of a store's address or in its host name; the region is taken from the address unless it is specified.",
    source: "Promise, offsite locations",
  },
  "backups:locations:browsed": {
    text: "The file browser lists and downloads an offsite location's files from its store, and can't change them.",
    source: "Promise, offsite locations",
  },
  "backups:locations:changed": {
    text: "An offsite location can be changed and deleted; its secret is used only for the account and store that it was entered for.",
    source: "Promise, offsite locations; Security C2, O1",
  },
  "backups:locations:older": {
    text: "The legacy operations for a single offsite location read, set, and delete a location, with a schedule if requested; none of them returns its secret.",
    source: 'Specification, "Endpoints", notes, other operations',
  },
  "backups:locations:protected": {
    text: "A location is reported as protected if versioning or a lock was detected, and as pruned if its key can delete; unknown counts as neither.",
    source: "Promise, offsite locations",
  },
  "backups:locations:refused": {
    text: "A location that the store rejects, or that lacks a permission, isn't saved, and the response says what is missing.",
    source: "Promise, offsite locations",
  },
  "backups:locations:secret": {
    text: "The secret of a location is stored encrypted, and no response contains it.",
    source: "Security C1, C2",
  },
  "backups:locations:tried": {
    text: "Saving a location tests every permission that backups need and what the store supports.",
    source: "Promise, offsite locations",
  },
  "backups:notifications:events": {
    text: "Notifications are sent for sent, failed, and overdue backups and for schedules that no longer exist in FileMaker Server, under the reference's event names and ours; success only if enabled.",
    source: "Promise, offsite backups",
  },
  "backups:notifications:settings": {
    text: "An operation reads and changes the notification settings of offsite backups.",
    source: 'Specification, "Endpoints", notes, other operations',
  },
  "backups:offsite:run": {
    text: "Offsite backups store plain files under their own names, and last a manifest with the SHA-256 of each.",
    source: 'Specification, "What the service does", point 5',
  },
  "backups:offsite:schedules": {
    text: "Offsite backups run on schedules: a backup made by FileMaker Server's schedule is sent automatically; one that is still being written isn't touched.",
    source: 'Specification, "What the service does", point 5',
  },
  "backups:offsite:unbegun": {
    text: "A run, drill, or maintenance whose process was never stored because the service stopped first counts as crashed within two minutes, and can be started again.",
    source: "Reliability 11, H1",
  },
  "backups:recovery-key:confirmed": {
    text: "The recovery key is shown once and confirmed by typing two of its groups; until then, each schedule that uses it has a warning, and backups keep running.",
    source: "Promise, the recovery key",
  },
  "backups:recovery-key:opened": {
    text: "Block backups of another installation are listed with the recovery key that opens them; entering that key opens them here, and a service without a recovery key adopts it.",
    source: "Promise, the recovery key",
  },
  "backups:recovery-key:replaced": {
    text: "A new recovery key opens everything, and the previous one opens nothing anymore if it can be deleted; after a theft, a new data key encrypts later backups.",
    source: "Promise, the recovery key; Security C2",
  },
  "backups:recovery-key:typed": {
    text: "A recovery key is accepted in any case and with any hyphens; a mistyped one is rejected with the line that is wrong.",
    source: "Promise, the recovery key",
  },
  "backups:restore:at-once": {
    text: "Folder restores that start within the same second get different folder names; a name chosen by the caller is rejected if it exists.",
    source: "Promise, offsite backups",
  },
  "backups:restore:bare": {
    text: "A guide leads from only the bucket and its access key to the files, each checked against its original SHA-256, and on to a FileMaker Server that serves them.",
    source: "Promise, offsite backups",
  },
  "backups:restore:blocks": {
    text: "Block backups are listed by snapshot and restored like plain-file backups: in place, under another name, into a folder, or as a download, bit for bit.",
    source: "Promise, offsite backups",
  },
  "backups:restore:containers": {
    text: "The backup of an external container folder can be restored in place, into a folder, or as a download, in either layout: space is checked first, identical files stay, and replaced files are kept for an undo.",
    source: "Promise, offsite backups",
  },
  "backups:restore:demo": {
    text: "With the sandbox, a location with its own store exists at each start; no other address of this machine is called.",
    source: "Promise, offsite locations; Security O2",
  },
  "backups:restore:drill": {
    text: "Every week, the newest backup and its external container folders are restored outside of the hosted folders, compared with the manifest, checked by FMDeveloperTool, and deleted; a failure is shown on the schedule and sends a notification.",
    source: "Promise, offsite backups",
  },
  "backups:restore:elsewhere": {
    text: "Files of an offsite backup can be restored into a folder in Backups, or as a download, without touching a hosted file.",
    source: "Promise, offsite backups",
  },
  "backups:restore:here": {
    text: "Files of an offsite backup, including their external containers, replace the hosted ones or are added under another name; replaced files are kept for an undo.",
    source: "Promise, offsite backups",
  },
  "backups:restore:listed": {
    text: "Offsite backups are listed newest first, with the size and SHA-256 of each database.",
    source: "Promise, offsite backups",
  },
  "backups:restore:room": {
    text: "Free space is checked before any restored data is fetched.",
    source: "Promise, offsite backups",
  },
  "backups:restore:time": {
    text: "A deployment can take files from an offsite backup of a chosen time, or from the newest complete one, and replaces hosted files with them like any other deployment.",
    source: "Promise, offsite backups",
  },
  "backups:runs:aborted": {
    text: "A running backup can be aborted, even while it waits for the store; a schedule sends one backup at a time.",
    source: "Promise, offsite backups",
  },
  "backups:runs:containers": {
    text: "External container folders are sent to a separate place, and files already stored there aren't sent again.",
    source: "Promise, offsite backups",
  },
  "backups:runs:resumed": {
    text: "After an agent restart, a large file continues with the parts that the store doesn't have yet.",
    source: "Reliability 8, R8.2",
  },
  "backups:runs:unchanged": {
    text: "A file that hasn't changed since the previous backup is copied within the store and not sent again.",
    source: "Promise, offsite backups",
  },
  "backups:runs:unkept": {
    text: "If a schedule's backups aren't to be kept on the host, each is deleted there after it was sent, and never before.",
    source: "Promise, offsite backups",
  },
  "backups:runs:zips": {
    text: "On request, each file is sent as a zip that includes its external containers.",
    source: "Promise, offsite backups",
  },
  "backups:schedules:linked": {
    text: "An offsite backup schedule is linked by id to a backup schedule of FileMaker Server, which is created if there is none; after a rename there, it continues under the new name.",
    source: "Promise, offsite backups",
  },
  "backups:schedules:overdue": {
    text: "A backup that isn't stored offsite an hour after its due time makes its schedule overdue; a schedule whose FileMaker Server schedule was deleted says so.",
    source: "Promise, offsite backups",
  },
  "backups:upload:memory": {
    text: "A file of any size that the store accepts is sent in at most 10,000 parts, uses no more memory than a small file, and each part is verified by the store.",
    source: "Reliability 8, R8.2, R8.5",
  },
  "backups:upload:parts": {
    text: "Large files are uploaded to a store in parts; interrupted requests are retried, and a failed upload is aborted, or named in the log if that isn't possible.",
    source: "Reliability 8, R8.2, R8.5",
  },
} as const satisfies RequirementList;
