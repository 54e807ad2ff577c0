/** In display order. */
export const tabIds = ['body', 'headers', 'events', 'text', 'timeline', 'tests', 'console', 'request'] as const;
export type TabId = (typeof tabIds)[number];
