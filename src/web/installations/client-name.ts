import type { Report } from '#domain/installations/report.ts'

type Named = Pick<
  Report['contract']['client'],
  'first_name' | 'second_name' | 'last_name' | 'second_lastname' | 'business_name'
>

/** The name of a client: of a company, or of a person. */
export const nameOf = (client: Named): string =>
  client.business_name ??
  [client.first_name, client.second_name, client.last_name, client.second_lastname].filter((part) => part).join(' ')
