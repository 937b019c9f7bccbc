import type { ComponentProps, ReactNode } from "react";
import { operationMessages } from "../../messages/english/operations.ts";
import { Choice } from "../../ui/fields/choice.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import type { OperationValues } from "./operation-values.ts";
import type { OperationName, OperationPart } from "./operations.ts";

const text = operationMessages.dialog;
const longestMessage = 200;

interface FieldsProps {
  readonly name: OperationName;
  readonly parts: readonly OperationPart[];
  readonly isEncrypted: boolean;
  readonly values: OperationValues;
  readonly missing: ReadonlySet<keyof OperationValues>;
  readonly onChange: (change: Partial<OperationValues>) => void;
}

type Names<Value> = {
  [Name in keyof OperationValues]: OperationValues[Name] extends Value ? Name : never;
}[keyof OperationValues];
type TextName = Exclude<Names<string>, "generate" | "rebuildIndex">;

/** Fields of an operation. */
export function OperationFields({ name, parts, isEncrypted, values, missing, onChange }: FieldsProps) {
  const line = (field: TextName, label: string, more: Partial<ComponentProps<typeof TextField>> = {}) => (
    <TextField
      label={label}
      value={values[field]}
      spellCheck={false}
      autoCapitalize="none"
      error={missing.has(field) ? (field === "newKeyAgain" ? text.differ : text.needed) : undefined}
      onChange={(event) => onChange({ [field]: event.target.value })}
      {...more}
    />
  );
  const secret = (field: TextName, label: string, hint?: string) =>
    line(field, label, { type: "password", autoComplete: "new-password", ...(hint !== undefined && { hint }) });
  const onOff = (field: Names<boolean>, label: string, more?: string) => (
    <Switch
      label={label}
      {...(more !== undefined && { text: more })}
      checked={values[field]}
      onChange={(isOn) => onChange({ [field]: isOn })}
    />
  );
  const place = (copyLabel: string, copyText: string) => (
    <Choice
      label={text.where}
      value={values.isInPlace ? "place" : "copy"}
      onChange={(chosen) => onChange({ isInPlace: chosen === "place" })}
      options={[
        { value: "place", label: text.inPlace, text: text.inPlaceText },
        { value: "copy", label: copyLabel, text: copyText },
      ]}
    />
  );
  const drawn: Readonly<Record<OperationPart, () => ReactNode>> = {
    copyOf: () => line("filename", text.copyName),
    place: () => (
      <>
        {place(text.copy, text.copyText)}
        {!values.isInPlace && line("filename", text.copyName)}
      </>
    ),
    beside: () => place(text.beside, text.besideText),
    rename: () => (
      <>
        {line("newName", text.newName, { onFocus: ({ target }) => target.select() })}
        {onOff("isCopy", text.keep)}
        {values.isCopy && onOff("withContainers", text.containers)}
      </>
    ),
    recover: () => (
      <>
        <Choice
          label={text.generate}
          value={values.generate}
          onChange={(generate) => onChange({ generate })}
          options={(["rebuild", "datablocks", "asis"] as const).map((value) => ({
            value,
            label: text.generates[value],
          }))}
        />
        <Choice
          label={text.index}
          value={values.rebuildIndex}
          onChange={(rebuildIndex) => onChange({ rebuildIndex })}
          options={(["now", "later", "false"] as const).map((value) => ({ value, label: text.indexes[value] }))}
        />
        {onOff("skipSchema", text.skipSchema)}
        {onOff("skipStructure", text.skipStructure)}
        {onOff("keepCaches", text.keepCaches)}
        {onOff("bypass", text.bypass)}
      </>
    ),
    xml: () => onOff("withInfo", text.withInfo),
    patch: () => (
      <>
        {line("patchPath", text.patchPath, { hint: text.patchHint })}
        {onOff("keepBackup", text.keepBackup)}
      </>
    ),
    newKey: () => (
      <>
        {secret("newKey", text.newKey, text.passwordHint)}
        {secret("newKeyAgain", text.newKeyAgain)}
        {line("hint", text.hint, { hint: text.hintHint })}
        {line("sharedId", text.sharedId, { hint: text.sharedIdHint })}
        {onOff("openStorage", text.openStorage)}
      </>
    ),
    account: () => (
      <div className="grid gap-4 sm:grid-cols-2">
        {line("username", text.account, { autoComplete: "off", hint: text.accountHint })}
        {secret("password", text.password, text.passwordHint)}
      </div>
    ),
    key: () => (isEncrypted || name === "decrypt") && secret("encryptionKey", text.encryptionKey, text.passwordHint),
    closing: () => (
      <>
        {line("message", text.message, {
          hint: text.messageHint,
          maxLength: longestMessage,
          spellCheck: true,
          autoCapitalize: "sentences",
        })}
        {onOff("force", text.force, text.forceText)}
      </>
    ),
  };
  return parts.map((part) => (
    <div key={part} className="flex flex-col gap-4 empty:hidden">
      {drawn[part]()}
    </div>
  ));
}
