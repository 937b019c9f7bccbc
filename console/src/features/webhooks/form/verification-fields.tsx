import { webhookMessages } from "../../../messages/english/events/webhooks.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Field, inputClasses, TextField } from "../../../ui/fields/field.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { newSecret, type Verification, verificationOf, type WebhookDraft } from "./draft.ts";
import { HmacFields } from "./hmac-fields.tsx";

const text = webhookMessages;
const schemes = Object.entries(text.schemes).map(([value, label]) => ({
  value: value as Verification["scheme"],
  text: label,
}));

/** Verification of the sender, and its secret. */
export function VerificationFields({
  draft,
  hasSecret,
  missing,
  onChange,
}: {
  readonly draft: WebhookDraft;
  /** True if a secret is stored. */
  readonly hasSecret: boolean;
  /** Fields to mark as missing after the form was sent. */
  readonly missing: { readonly secret: boolean; readonly header: boolean };
  readonly onChange: (change: Partial<WebhookDraft>) => void;
}) {
  const { verification } = draft.settings;
  const set = (next: Verification) => onChange({ settings: { ...draft.settings, verification: next } });
  return (
    <>
      <SelectField
        label={text.dialog.verification}
        value={verification.scheme}
        options={schemes}
        onChange={(scheme) => set(verificationOf(scheme))}
      />
      {verification.scheme === "token" && (
        <TextField
          label={text.hmac.tokenHeader}
          error={missing.header ? text.hmac.needHeader : undefined}
          value={verification.header}
          onChange={({ target }) => set({ ...verification, header: target.value })}
        />
      )}
      {verification.scheme === "hmac" && (
        <HmacFields rule={verification} isHeaderMissing={missing.header} onChange={set} />
      )}
      {verification.scheme !== "none" && (
        <Field
          label={text.dialog.secret}
          hint={hasSecret ? text.dialog.secretKept : text.dialog.secretHint(text.secretNames[verification.scheme])}
          error={missing.secret ? text.dialog.needSecret : undefined}
        >
          {(ties) => (
            <div className="flex gap-2">
              <input
                {...ties}
                className={`${inputClasses} font-mono`}
                autoComplete="off"
                spellCheck={false}
                value={draft.secret}
                onChange={({ target }) => onChange({ secret: target.value, isSecretMade: false })}
              />
              <Button className="h-9" onClick={() => onChange({ secret: newSecret(), isSecretMade: true })}>
                {text.dialog.makeSecret}
              </Button>
            </div>
          )}
        </Field>
      )}
    </>
  );
}
