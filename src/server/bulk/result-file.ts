/** The key of the file of a job in the store. */
export const resultFile = (companyId: string, jobId: string): string => [companyId, 'bulk', jobId].join('/')

export const contentTypeOf = (name: string): string => (name.endsWith('.zip') ? 'application/zip' : 'application/pdf')
