import { useEffect } from 'react'
import { useParams } from 'react-router'
import { type CompanySite, companySiteApi, isSitePrefix } from '#domain/auth/site-api.ts'
import { useRead } from '#web/core/queries.ts'
import { useBrand } from '#web/core/use-brand.ts'
import { prefixOf, remember } from './remembered-company.ts'

export type OwnCompany = {
  company: CompanySite | null
  /** Whether its mark is still unknown: nothing is in its place. */
  isLoading: boolean
  /** Whether the address that was opened is of no company. */
  isUnknown: boolean
}

/** The company of the login: that of the address '/e/af', or the one that this device remembers. An address of no company changes nothing. */
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
    else if (isAbsent && typed === undefined) remember(null)
  }, [company, isAbsent, typed])
  return { company, isLoading: isPossible && read.isLoading, isUnknown: isAbsent && typed !== undefined }
}
