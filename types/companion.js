// Opened without being shown beside the scripts of a file: with this small project TypeScript is ready for them.
export const ready = true;
