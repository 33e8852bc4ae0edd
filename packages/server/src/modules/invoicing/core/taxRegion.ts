/** How regions are compared: `ca ` and `CA` are one. Rates are stored this way. */
export const taxRegion = (region: string): string => region.normalize('NFC').trim().toUpperCase()
