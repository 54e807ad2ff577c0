// The pages of the site, in the order in which a newcomer needs them.

const groups = [
  [
    'Start',
    [
      ['README', 'Req'],
      ['docs/getting-started', 'Getting started'],
      ['docs/running', 'Running tests'],
    ],
  ],
  [
    'Requests',
    [
      ['docs/language', 'The language'],
      ['docs/graphql', 'GraphQL'],
      ['docs/variables', 'Variables'],
      ['docs/secrets', 'Secrets'],
      ['docs/auth', 'Authentication'],
      ['docs/scripts', 'Scripts'],
      ['docs/network', 'Proxies and TLS'],
    ],
  ],
  [
    'In the editor',
    [
      ['docs/requests', 'The Requests view'],
      ['docs/panel', 'Responses and streams'],
      ['docs/history', 'History'],
      ['docs/navigation', 'Navigation'],
      ['docs/diagnostics', 'Problems'],
      ['docs/formatting', 'Formatting'],
      ['docs/editors', 'Other editors'],
    ],
  ],
  [
    'Command and conversion',
    [
      ['docs/cli', 'The req command'],
      ['docs/migrating', 'Migrating'],
      ['docs/http-files', '.http files'],
      ['docs/import', 'Import'],
      ['docs/export', 'Export'],
      ['docs/curl', 'cURL'],
    ],
  ],
  [
    'Trust',
    [
      ['docs/agents', 'Agents'],
      ['docs/security', 'Security'],
      ['docs/dependencies', 'Dependencies'],
    ],
  ],
  [
    'Project',
    [
      ['CHANGELOG', 'Changelog'],
      ['CONTRIBUTING', 'Contributing'],
      ['ARCHITECTURE', 'Architecture'],
      ['CODE_OF_CONDUCT', 'Code of conduct'],
    ],
  ],
];

/** The Markdown files of the site, relative to the repository. */
export const pages = groups.flatMap(([, items]) => items.map(([file]) => `${file}.md`));

/** The navigation beside each page. The README is the home page. */
export const sidebar = groups.map(([text, items]) => ({
  text,
  items: items.map(([file, title]) => ({ text: title, link: file === 'README' ? '/' : `/${file}` })),
}));
