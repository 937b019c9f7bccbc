import { type Command, type CommandCall, CommandError, textIn } from "./command.ts";
import { type Setting, serverConfiguration, serverPreferences, webPublishing } from "./setting-list.ts";

/** Commands that read and change settings, which are the same as in the Admin API. */
export const settingCommands: Readonly<Record<string, Command>> = {
  "GET SERVERPREFS": getter(serverPreferences()),
  "SET SERVERPREFS": setter(serverPreferences()),
  "GET SERVERCONFIG": getter(serverConfiguration()),
  "SET SERVERCONFIG": setter(serverConfiguration()),
  "GET CWPCONFIG": getter(webPublishing()),
  "SET CWPCONFIG": setter(webPublishing()),
  "GET BACKUPTIME": { access: ["SCHEDULE_BACKUP", "SCHEDULE_MANAGEMENT"], run: backupTimes },
  AUTORESTART: { access: "root", run: autoRestart },
  RESETPW: {
    access: "pin",
    run(call) {
      const [account] = call.host.world.server.accounts;
      if (textIn(call, "pin") !== call.host.world.definition.admin.pin) throw new CommandError(9);
      if (account === undefined || textIn(call, "newpassword") === "") throw new CommandError(10001);
      account.password = textIn(call, "newpassword");
    },
  },
};

function getter(settings: readonly Setting[]): Command {
  return {
    access: "root",
    run(call) {
      const named = call.operands.map((name) => settingNamed(settings, name));
      for (const { name, note, read } of named.length === 0 ? settings : named) {
        call.writeLine(`${name} = ${read(call.host)} ${note === "" ? "" : `[${note}] `}`);
      }
    },
  };
}

function setter(settings: readonly Setting[]): Command {
  return {
    access: "root",
    run(call) {
      if (call.operands.length === 0) throw new CommandError(10001);
      // All are validated before the first is changed.
      const changes = call.operands.map((operand) => {
        const equal = operand.indexOf("=");
        return {
          setting: settingNamed(settings, operand.slice(0, Math.max(equal, 0))),
          text: operand.slice(equal + 1),
        };
      });
      for (const { setting, text } of changes) {
        if (setting.write?.(call.host, text) !== true) throw new CommandError(10001);
        call.writeLine(
          `${setting.name} = ${setting.read(call.host)} ${setting.note === "" ? "" : `[${setting.note}] `}`,
        );
      }
      if (changes.some(({ setting }) => setting.needsRestart === true)) {
        call.writeLine("Restart the FileMaker Server background processes to apply the change.");
      }
    },
  };
}

function settingNamed(settings: readonly Setting[], name: string): Setting {
  const found = settings.find((setting) => setting.name.toLowerCase() === name.toLowerCase());
  if (found === undefined) throw new CommandError(10001);
  return found;
}

function backupTimes(call: CommandCall): void {
  const [id] = call.operands;
  for (const schedule of call.host.world.server.schedules.values()) {
    if (schedule.definition.backupType === undefined || (id !== undefined && schedule.id !== id)) continue;
    const seconds = Math.round(schedule.definition.runMilliseconds / 1000);
    call.writeLine(
      `${schedule.id} ${schedule.definition.name}: ${schedule.lastRunAt === undefined ? "-" : `${seconds} s`}`,
    );
  }
}

function autoRestart(call: CommandCall): void {
  const { persistentCache } = call.host.world.server.settings;
  const [word, value] = call.operands;
  if (value !== undefined && /^(?:on|off|true|false)$/i.test(value)) {
    persistentCache.databaseServerAutoRestart = /^(?:on|true)$/i.test(value);
  } else if (word === undefined || value !== undefined) throw new CommandError(10001);
  call.writeLine(`Auto-restart of ${word ?? "server"}: ${persistentCache.databaseServerAutoRestart ? "on" : "off"}`);
}
