import type { WorldInput } from "../../../sandbox/fmserver/world/schema/world-schema.ts";

/** Every text that an owner of a server can choose, each once. None can be in a recording. */
export const canaries: readonly string[] = Array.from({ length: 40 }, (_, index) => {
  const letters = String.fromCharCode(97 + Math.floor(index / 20), 97 + (index % 20));
  return `canary${letters}bird`;
});

/** Returns the next canaries, for parts of the world. */
const next = (from: number, to: number) => canaries.slice(from, to).map(String);

const [serverName, adminPassword = "", adminName = "", contactName, contactEmail, contactPhone, sender, recipient] =
  next(0, 8);
const [file, account, password, otherFile, otherAccount, otherPassword, table, otherTable, occurrence, privileges] =
  next(8, 18);
const [field, numberField, dateField, hiddenField, layout, otherLayout, layoutFolder, script, scriptFolder, valueList] =
  next(18, 28);
const [value, listedValue, schedule, message, scriptSchedule, parameter, userName, computer, plugIn, pluginFile] = next(
  28,
  38,
);
const [recordValue, choice] = next(38, 40);

export const canaryFile = String(file);
export const canaryLayout = String(layout);
export const canaryAccount = `${account}\n${password}\n`;
export const canaryAdmin = [String(adminName), String(adminPassword)] as const;

/** World in which everything that has a name has the name of a canary. */
export const canaryWorld: WorldInput = {
  server: { name: serverName, version: "22.0.4.427" },
  admin: {
    accounts: [{ name: adminName, password: adminPassword }],
    settings: {
      adminContact: { contactName, contactEmail: `${contactEmail}@example.com`, contactPhone },
      email: { emailSenderAddress: `${sender}@example.com`, emailRecipients: `${recipient}@example.com` },
    },
  },
  databases: [
    {
      name: String(file),
      accounts: [
        { name: "Admin", password: `${password}full` },
        { name: String(account), password: String(password), privilegeSet: String(privileges) },
      ],
      privilegeSets: [{ name: String(privileges), extendedPrivileges: ["fmrest", "fmodata"] }],
      tables: [
        {
          name: String(table),
          fields: [
            { name: String(field) },
            { name: String(numberField), type: "number" },
            { name: String(dateField), type: "date" },
            { name: String(hiddenField) },
          ],
          records: [
            {
              values: {
                [String(field)]: String(value),
                [String(numberField)]: 123_456,
                [String(dateField)]: "2026-01-02",
              },
            },
            { values: { [String(field)]: String(recordValue), [String(hiddenField)]: String(choice) } },
          ],
        },
        { name: String(otherTable), fields: [{ name: String(field) }] },
      ],
      occurrences: [{ name: String(occurrence), table: String(otherTable) }],
      valueLists: [{ name: String(valueList), values: [String(listedValue)] }],
      layouts: [
        {
          name: String(layout),
          occurrence: String(table),
          fields: [String(field), { field: String(numberField), display: "popupList", valueList: String(valueList) }],
        },
        {
          folder: String(layoutFolder),
          layouts: [{ name: String(otherLayout), occurrence: String(table), fields: [] }],
        },
      ],
      scripts: [{ name: String(script) }, { folder: String(scriptFolder), scripts: [] }],
    },
    {
      name: String(otherFile),
      accounts: [{ name: String(otherAccount), password: String(otherPassword) }],
    },
  ],
  clients: [
    {
      userName: String(userName),
      computerName: String(computer),
      files: [{ database: String(file), account: "Admin" }],
    },
  ],
  schedules: [
    {
      name: String(schedule),
      messageType: { resourceType: "SINGLE_DB", resource: `file:${file}`, messageText: String(message) },
      everyndaysType: { startTimeStamp: "2026-01-01T17:50:00" },
    },
    {
      name: String(scriptSchedule),
      filemakerScriptType: {
        ...{ resource: `file:${file}`, fmScriptName: String(script), fmScriptParam: String(parameter) },
        ...{ fmScriptAccount: "Admin", fmScriptPassword: `${password}full` },
      },
      everyndaysType: { startTimeStamp: "2026-01-01T18:50:00" },
    },
  ],
  plugins: [{ pluginName: String(plugIn), filename: `${pluginFile}.fmx` }],
};
