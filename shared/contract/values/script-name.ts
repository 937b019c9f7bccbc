/** Why OData cannot call a script by this name; undefined where it can. Specification of OData in FileMaker Server, and `FMSID:` names a script by its number. */
export function scriptNameProblem(name: string): string | undefined {
  const character = /[@&/]/.exec(name)?.[0];
  if (character !== undefined) return `its name holds ${character}`;
  if (/^\d/.test(name)) return "its name begins with a digit";
  if (/^FMSID:/i.test(name)) return "its name looks like the number of a script";
  if (/\p{Cc}/u.test(name)) return "its name holds a control character";
  return undefined;
}
