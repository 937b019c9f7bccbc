import type { RequirementList } from "./requirement.ts";

export const backups = {
  "backups:blocks:changing": {
    text: "A file that changes while it is read is read again; one that does so each time makes no snapshot.",
    source: "Reliability 8, R8.4; Reliability 11, B6",
  },
  "backups:blocks:damaged": {
    text: "A snapshot, a list or a pack that is lost or damaged does not end the next backup: it says so, and sends anew what it needs.",
    source: "Reliability 11, B2",
  },
  "backups:blocks:faulty-store": {
    text: "Calls to a store that fail and may pass are made again, and what did not arrive as it was is sent again; a store that refuses ends the backup with a sentence, and the next one goes on with what is there.",
    source: "Reliability 11, B1, B2, B5",
  },
  "backups:blocks:format": {
    text: "What lies in a bucket is described down to the byte: a reader that was written from the page alone reads it.",
    source: "Promise, restoring without us",
  },
  "backups:blocks:kept": {
    text: "A backup in blocks is kept as an encrypted snapshot, of which what has not changed since the one before is not sent again; nothing in the bucket can be read without its keys.",
    source: "Reliability 8, R8.1, R8.3, R8.7",
  },
  "backups:blocks:killed": {
    text: "An agent that is killed before or after any write of a backup, a prune or a restore leaves every snapshot as it was, and its next run goes on and sends little again.",
    source: "Reliability 11, B3",
  },
  "backups:blocks:moved": {
    text: "Packs of which little is needed are written anew, but for those that the store bills in any case: every snapshot is restored as before, and the next backup sends nothing again.",
    source: "Reliability 8, R8.6",
  },
  "backups:blocks:proved": {
    text: "A block comes back only as the one under whose id it was sealed, whatever a list names; verifying and drills compute its SHA-256 again, so that bytes that a machine has sealed wrongly are found.",
    source: "Reliability 8, R8.5",
  },
  "backups:blocks:pruned": {
    text: "Snapshots that are older than they are to be kept are deleted, and what nothing needs any more two days later: every snapshot that is kept is restored byte for byte at each moment.",
    source: "Reliability 8, R8.6",
  },
  "backups:blocks:repaired": {
    text: "What was lost or altered in a set is looked for elsewhere in it, and found there for all snapshots; what is not found is named with its files and snapshots.",
    source: "Promise, offsite backups",
  },
  "backups:blocks:restored": {
    text: "A program of one file restores backups in blocks bit for bit, in an empty folder, with nothing but the bucket and the recovery key.",
    source: "Promise, restoring without us",
  },
  "backups:blocks:stopped": {
    text: "A backup or a prune that was stopped for days, and goes on beside others, makes no snapshot that lacks something, and deletes nothing that another one needs.",
    source: "Reliability 11, B4",
  },
  "backups:blocks:upkeep": {
    text: "A set in blocks is pruned and verified every day by itself; damage is a warning of its schedule, is notified, and is repaired after the next backup.",
    source: "Reliability 8, R8.5, R8.6; Reliability 11, B2",
  },
  "backups:blocks:verified": {
    text: "Verifying reads a share of a set each time and all of it in turn; a bit that is another is found, marked so that no new snapshot needs it, and named with the files that it costs.",
    source: "Reliability 8, R8.5; Reliability 11, B2",
  },
  "backups:console:closed-sets": {
    text: "The console says where backups of another installation lie, which recovery key opens them, and takes it.",
    source: "Promise, the recovery key",
  },
  "backups:console:locations": {
    text: "The console lists offsite locations with what trying them has found, names what is missing, lets buckets be picked, and replaces a secret without showing one.",
    source: "Promise, offsite backups",
  },
  "backups:console:notified": {
    text: "The console shows where messages on offsite backups alone go, without the address, and sets and deletes it.",
    source: "Promise, offsite backups",
  },
  "backups:console:proof": {
    text: "Home and each file's page say when the newest copy was made, and when it was restored on trial with what came of it.",
    source: "Promise, offsite backups",
  },
  "backups:console:recovery-key": {
    text: "The console makes the recovery key with the first schedule in blocks, shows it once with a sheet to print, and has groups of it typed; until then there is a warning on each schedule, and on Home.",
    source: "Promise, the recovery key",
  },
  "backups:console:restore": {
    text: "The console restores files of an offsite backup: a time, files with their SHA-256, here, under another name, into a folder or as a download; on a server that is marked as production the name is typed first.",
    source: "Promise, offsite backups",
  },
  "backups:console:schedules": {
    text: "The console shows for each schedule of offsite backups how its newest runs went, when the last copy was made and when the next one is due; it is made, changed, run, enabled, disabled and deleted there.",
    source: "Promise, offsite backups",
  },
  "backups:console:strip": {
    text: "The newest runs of an offsite schedule are one stop of the keyboard: arrows lead from run to run, each is read out with its time and how it ended, and Enter opens it.",
    source: "Promise, offsite backups",
  },
  "backups:console:upkeep": {
    text: "The console has chosen how long backups in blocks are kept, shows what pruning, verifying and repairing have come to and what is damaged with what to do, and does each at once.",
    source: "Promise, offsite backups",
  },
  "backups:locations:addressed": {
    text: "A bucket stands in the path of a store's address or in the name of its host, and the region is what the address says where nobody says another.",
    source: "Promise, offsite locations",
  },
  "backups:locations:browsed": {
    text: "What lies at an offsite location is listed by the file browser and downloaded from its store, and is not changed there.",
    source: "Promise, offsite locations",
  },
  "backups:locations:changed": {
    text: "An offsite location is changed and deleted; its secret is used for the account and store that it was given for.",
    source: "Promise, offsite locations; Security C2, O1",
  },
  "backups:locations:older": {
    text: "The operations of older clients on their one location read, set and delete a location like any other, with a schedule where one is wanted; its secret is shown by none.",
    source: 'Specification, "Endpoints", notes, other operations',
  },
  "backups:locations:protected": {
    text: "A location is called protected where versioning or a lock was seen, and pruned where its key may delete; what is not known is neither.",
    source: "Promise, offsite locations",
  },
  "backups:locations:refused": {
    text: "A location that a store refuses, or that lacks a right, is not saved, and the answer says what is missing.",
    source: "Promise, offsite locations",
  },
  "backups:locations:secret": {
    text: "The secret of a location is sealed, and no answer shows it.",
    source: "Security C1, C2",
  },
  "backups:locations:tried": {
    text: "Saving a location tries each right that backups need and what the store can do.",
    source: "Promise, offsite locations",
  },
  "backups:notifications:events": {
    text: "A backup that was sent, that failed, that is overdue, and a schedule that FileMaker Server has no more are notified by the reference's events and ours; success only where it is wanted.",
    source: "Promise, offsite backups",
  },
  "backups:notifications:settings": {
    text: "The notification settings of offsite backups are read and changed by an operation.",
    source: 'Specification, "Endpoints", notes, other operations',
  },
  "backups:offsite:run": {
    text: "Offsite backups are made: plain files under their own names, and a manifest that has the SHA-256 of each and comes last.",
    source: 'Specification, "What the service does", point 5',
  },
  "backups:offsite:schedules": {
    text: "Offsite backups run on schedules: a backup that FileMaker Server's schedule has made is sent by itself; one that is still being written is left alone.",
    source: 'Specification, "What the service does", point 5',
  },
  "backups:offsite:unbegun": {
    text: "A run, a drill or upkeep whose process was never stored, since the service ended before, has crashed within two minutes, and can be started again.",
    source: "Reliability 11, H1",
  },
  "backups:recovery-key:confirmed": {
    text: "The recovery key is shown once and confirmed by typing two of its groups; until then there is a warning on each schedule that uses it, and backups run on.",
    source: "Promise, the recovery key",
  },
  "backups:recovery-key:opened": {
    text: "Backups in blocks of another installation are named with the recovery key that opens them; typed in, it opens them here, and becomes the key of a service that has none.",
    source: "Promise, the recovery key",
  },
  "backups:recovery-key:replaced": {
    text: "Another recovery key opens everything, and the one before opens nothing any more where it may be deleted; a new data key seals what comes after a theft.",
    source: "Promise, the recovery key; Security C2",
  },
  "backups:recovery-key:typed": {
    text: "A recovery key is read in any case and with any hyphens, and a mistyped one is refused by its line.",
    source: "Promise, the recovery key",
  },
  "backups:restore:at-once": {
    text: "Restores into folders that begin within one second go into folders of different names; a name that the caller chose is refused if it is taken.",
    source: "Promise, offsite backups",
  },
  "backups:restore:bare": {
    text: "From nothing but the bucket and its access key a guide leads to the files, each compared with the SHA-256 that it was sent with, and on to a FileMaker Server that answers calls from them.",
    source: "Promise, offsite backups",
  },
  "backups:restore:blocks": {
    text: "Backups in blocks are listed by their snapshots and restored as those of plain files are: here, under another name, into a folder or as a download, bit for bit.",
    source: "Promise, offsite backups",
  },
  "backups:restore:containers": {
    text: "What was sent of an external container folder is restored into it, into a folder or as a download, in either layout: space is looked after first, what is there byte for byte stays, and what was replaced is kept, and put back by an undo.",
    source: "Promise, offsite backups",
  },
  "backups:restore:demo": {
    text: "With the sandbox a location of its own store is there at each start; of this machine no other address is called.",
    source: "Promise, offsite locations; Security O2",
  },
  "backups:restore:drill": {
    text: "The newest backup is restored every week where no server looks, with the external container folders that are sent with it, compared with its manifest, checked by FMDeveloperTool and deleted; a fault is kept with its schedule and notified.",
    source: "Promise, offsite backups",
  },
  "backups:restore:elsewhere": {
    text: "Files of an offsite backup are restored into a folder among the backups, or as a download, and no hosted file is touched.",
    source: "Promise, offsite backups",
  },
  "backups:restore:here": {
    text: "Files of an offsite backup take the place of the hosted ones, or come beside them under another name, with what they keep outside of themselves; what was replaced is kept, and put back by an undo.",
    source: "Promise, offsite backups",
  },
  "backups:restore:listed": {
    text: "What lies offsite is listed, the newest backup first, and each of its databases with its size and SHA-256.",
    source: "Promise, offsite backups",
  },
  "backups:restore:room": {
    text: "Whether there is space for what is restored is looked after before anything of it is fetched.",
    source: "Promise, offsite backups",
  },
  "backups:restore:time": {
    text: "A deployment takes files from an offsite backup of a chosen time, or from the newest that is whole, and puts them in the place of hosted ones as it does others.",
    source: "Promise, offsite backups",
  },
  "backups:runs:aborted": {
    text: "A backup on its way is aborted, also while it waits for the store; one schedule sends one backup at a time.",
    source: "Promise, offsite backups",
  },
  "backups:runs:containers": {
    text: "External container folders are sent to a place of their own, and what lies there already is not sent again.",
    source: "Promise, offsite backups",
  },
  "backups:runs:resumed": {
    text: "A large file goes on after a restart of the agent with the parts that the store does not have yet.",
    source: "Reliability 8, R8.2",
  },
  "backups:runs:unchanged": {
    text: "A file that is the same as in the backup before is copied by the store and not sent again.",
    source: "Promise, offsite backups",
  },
  "backups:runs:unkept": {
    text: "Where FileMaker Server is to keep no backup of a schedule, each is deleted on the host once it has come to its place, and never before.",
    source: "Promise, offsite backups",
  },
  "backups:runs:zips": {
    text: "Where it is wanted each file is sent as a zip, together with what it keeps outside of itself.",
    source: "Promise, offsite backups",
  },
  "backups:schedules:linked": {
    text: "A schedule of offsite backups is linked by its id to a backup schedule of FileMaker Server, which is made where there is none; renamed there, it goes on by its new name.",
    source: "Promise, offsite backups",
  },
  "backups:schedules:overdue": {
    text: "A backup that has not come to its place an hour after it was due makes its schedule overdue; one whose own schedule was deleted says so.",
    source: "Promise, offsite backups",
  },
  "backups:upload:memory": {
    text: "A file of any size that a store takes goes in at most 10,000 parts, of which no more is held in memory than of small ones, and each is compared by the store.",
    source: "Reliability 8, R8.2, R8.5",
  },
  "backups:upload:parts": {
    text: "Large files are brought to a store in parts; calls that break are made again, and an upload that fails is aborted, or named in the log where it cannot be.",
    source: "Reliability 8, R8.2, R8.5",
  },
} as const satisfies RequirementList;
