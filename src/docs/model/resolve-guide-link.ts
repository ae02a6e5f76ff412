/**
 * Where a link of a guide leads on the site: `search.md#filters` to the guide's page, `https:`, `mailto:`, `#` and
 * paths of this server as they are. Undefined for anything else: files of the repository are not served, other schemes
 * are refused.
 */
export function resolveGuideLink(href: string, guideNames: ReadonlySet<string>): string | undefined {
  if (/^(?:https?:\/\/|mailto:|#|\/(?!\/))/i.test(href)) return href;
  const [, name = '', anchor = ''] = /^(?:\.\/)?([a-z0-9-]+)\.md(#.*)?$/.exec(href) ?? [];
  return guideNames.has(name) ? `/docs/guides/${name}${anchor}` : undefined;
}
