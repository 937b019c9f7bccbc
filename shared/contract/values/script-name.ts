/**
 * Returns the reason why OData can't call a script with this name. Undefined if it can. From the OData specification of FileMaker
 * Server; `FMSID:` names a script by its number.
 */
export function scriptNameProblem(name: string): string | undefined {
  const character = /[@&/]/.exec(name)?.[0];
  if (character !== undefined) return `its name contains ${character}`;
  if (/^\d/.test(name)) return "its name begins with a digit";
  if (/^FMSID:/i.test(name)) return "its name looks like a script ID";
  if (/\p{Cc}/u.test(name)) return "its name contains a control character";
  return undefined;
}
