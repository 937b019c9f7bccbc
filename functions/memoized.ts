/**
 * Builds a thing once for each platform that it is built on: two services in one process share nothing. The builder's parameter names what it needs
 * of the platform, so that an entry point without it does not compile. Bundles leave out what is memoized and not used (scripts/bundle-plugins.ts).
 */
export function memoized<Needs extends object, Thing>(build: (platform: Needs) => Thing): (platform: Needs) => Thing {
  const built = new WeakMap<Needs, { readonly thing: Thing }>();
  return (platform) => {
    const known = built.get(platform);
    if (known !== undefined) return known.thing;
    const thing = build(platform);
    built.set(platform, { thing });
    return thing;
  };
}
