/** Returns true if the service accepts the link: a complete web or mail address without a password. */
export function isLinkable(href: string): boolean {
  if (/[\s\\\p{Cc}\p{Cs}]/u.test(href) || !/^(?:https?:\/\/[^/]|mailto:.)/i.test(href) || !URL.canParse(href))
    return false;
  const { username, password } = new URL(href);
  return username === "" && password === "";
}
