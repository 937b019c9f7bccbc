/** Parameters of a media type, each as a token or in quotes. */
const parameter = /;[ \t]*([\w!#$&^.+-]+)=(?:([\w!#$&'^.+*`|~:=/?()-]+)|"([^"\\]*)")[ \t]*/gy;
const boundaryForm = /^[\w'()+,./:=?-](?:[\w'()+,./:=? -]{0,68}[\w'()+,./:=?-])?$/;

/** Returns the boundary of a `multipart/mixed` type. Undefined for another type, or if it is ambiguous. */
export function multipartBoundary(contentType: string): string | undefined {
  const [type] = /^multipart\/mixed[ \t]*(?=;)/i.exec(contentType) ?? [];
  if (type === undefined) return undefined;
  const boundaries: string[] = [];
  parameter.lastIndex = type.length;
  let end = type.length;
  for (let found = parameter.exec(contentType); found !== null; found = parameter.exec(contentType)) {
    end = parameter.lastIndex;
    if (found[1]?.toLowerCase() === "boundary") boundaries.push(found[2] ?? found[3] ?? "");
  }
  const [boundary = ""] = boundaries;
  return end === contentType.length && boundaries.length === 1 && boundaryForm.test(boundary) ? boundary : undefined;
}
