import { paths } from '#domain/core/paths.ts'

/** The company that a superadmin chose; empty for an administrator. */
export type CompanyQuery = { company_id?: string }

const suffix = ({ company_id }: CompanyQuery): string =>
  company_id === undefined ? '' : `?company_id=${encodeURIComponent(company_id)}`

export const electronicPath = (id: string, company: CompanyQuery): string =>
  `${paths.electronicDocument(id)}${suffix(company)}`

export const electronicListPath = (company: CompanyQuery): string => `${paths.electronic}${suffix(company)}`
