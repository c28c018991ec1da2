import { bucketApi } from '#domain/bucket/api.ts'
import { storeOrphan } from '../bucket.ts'
import type { Company, TestApp } from '../world.ts'
import { any, casesOf, type Request, type Sample, theirs } from './case.ts'

const onFile: Request = (its) => ({ params: { id: its.bucketFile }, query: { company_id: its.company } })

const orphanOf = async (t: TestApp, company: Company) => ({
  by: await company.person('superadmin'),
  wire: { params: { id: await storeOrphan(t, company.id) }, query: { company_id: company.id } },
})

const onBinned: Sample = async (t, company) => {
  const { by, wire } = await orphanOf(t, company)
  await by.call(bucketApi.remove, wire)
  return { by, wire }
}

export const bucketCases = casesOf(bucketApi, {
  usage: { may: { superadmin: 200 } },
  list: { may: { superadmin: 400 }, with: { company_id: { may: { superadmin: any(200) } } } },
  get: { may: { superadmin: theirs(200) }, request: onFile },
  file: { may: { superadmin: theirs(200) }, request: onFile },
  remove: { may: { superadmin: theirs(200) }, sample: orphanOf },
  restore: { may: { superadmin: theirs(200) }, sample: onBinned },
  review: {
    may: { superadmin: any(202) },
    sample: async (_t, company) => ({
      by: await company.person('superadmin'),
      wire: { query: { company_id: company.id } },
    }),
  },
})
