/** Which of the two families of browsers a build is for. */
export const BROWSERS = ['chromium', 'firefox'] as const
export type Browser = (typeof BROWSERS)[number]

const NAME = 'Caveat'
const PANEL = 'panel.html'
const ICONS = { 48: 'icon-48.png', 128: 'icon-128.png' }

/** Nothing but its own files runs and is drawn; it may speak to the market that its reader has set, wherever that is. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  'connect-src https: http://localhost:* http://127.0.0.1:*',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export type ManifestOptions = {
  version: string
  /** Match patterns of sites that it is on for from the beginning, in a build for a team's own pages; none for anybody else. */
  sites: readonly string[]
}

/** What a browser is told of the extension (Manifest V3). It may read no site before its reader switches it on there. */
export function manifestOf(browser: Browser, { version, sites }: ManifestOptions): Record<string, unknown> {
  return {
    manifest_version: 3,
    name: NAME,
    version,
    description:
      'Marks claims on the page you read with how likely they are true, and asks about what you select.',
    icons: ICONS,
    action: { default_title: `${NAME}: claims on this page`, default_icon: ICONS },
    permissions: [
      'activeTab',
      'contextMenus',
      'scripting',
      'storage',
      ...(browser === 'chromium' ? ['sidePanel'] : []),
    ],
    optional_host_permissions: ['https://*/*', 'http://*/*'],
    ...(sites.length > 0 ? { host_permissions: sites } : {}),
    content_security_policy: { extension_pages: POLICY },
    ...(browser === 'chromium' ? IN_CHROMIUM : IN_FIREFOX),
  }
}

const IN_CHROMIUM = {
  // `sidePanel.open`.
  minimum_chrome_version: '116',
  background: { service_worker: 'background.js' },
  side_panel: { default_path: PANEL },
}

const IN_FIREFOX = {
  background: { scripts: ['background.js'] },
  sidebar_action: { default_panel: PANEL, default_title: NAME, default_icon: ICONS, open_at_install: false },
  browser_specific_settings: {
    gecko: {
      id: 'caveat@extension.invalid',
      // The CSS Custom Highlight API.
      strict_min_version: '140.0',
      data_collection_permissions: { required: ['none'] },
    },
  },
}
