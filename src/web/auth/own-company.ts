import { useEffect } from 'react'
import { useParams } from 'react-router'
import { type CompanySite, companySiteApi, isSitePrefix } from '#domain/auth/site-api.ts'
import { useRead } from '#web/core/queries.ts'
import { useBrand } from '#web/core/use-brand.ts'

const NAME = 'enlace-company'
const YEAR_S = 365 * 24 * 60 * 60

/** The prefix of the company whose own address was opened on this device; null without one. */
export function prefixOf(cookie: string): string | null {
  const value = new RegExp(`(?:^|;\\s*)${NAME}=([^;]*)`).exec(cookie)?.[1] ?? ''
  return isSitePrefix(value) ? value.toUpperCase() : null
}

/** In a cookie, because the logout clears local storage: after it the login has the same company. Null forgets it. */
function remember(prefix: string | null): void {
  // oxlint-disable-next-line unicorn/no-document-cookie -- some supported browsers do not have the cookie store
  document.cookie = `${NAME}=${prefix ?? ''}; Path=/; SameSite=Lax; Max-Age=${prefix === null ? 0 : YEAR_S}`
}

export type OwnCompany = {
  company: CompanySite | null
  /** Whether its mark is still unknown: nothing is in its place. */
  isLoading: boolean
  /** Whether the address that was opened is of no company. */
  isUnknown: boolean
}

/** The company of the login: that of the address '/e/af', or the last one whose address was opened on this device. */
export function useOwnCompany(): OwnCompany {
  const { prefix: typed } = useParams()
  const prefix = typed ?? prefixOf(document.cookie)
  const isPossible = prefix !== null && isSitePrefix(prefix)
  const read = useRead(companySiteApi.get, { params: { prefix: prefix ?? '' } }, { enabled: isPossible })
  const company = read.data?.data ?? null
  const isAbsent = isPossible ? read.error?.status === 404 : typed !== undefined
  useBrand(company?.brand)
  useEffect(() => {
    if (company) remember(company.initial_letter)
    else if (isAbsent) remember(null)
  }, [company, isAbsent])
  return { company, isLoading: isPossible && read.isLoading, isUnknown: isAbsent && typed !== undefined }
}
