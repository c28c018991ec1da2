/** The address of a file, as a report names it. */
export const fileUrlOf = (id: string): string => `/api/file/${id}`

/** The id of the file of an address that fileUrlOf made. */
export const fileIdOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1)
