import { planApi } from '#domain/plans/api.ts'
import { casesOf, type Sample, sampleBy, theirs } from './case.ts'

let made = 0
const newPlan = () => {
  made += 1
  return {
    name: 'Hogar',
    reference_code: `S${made}ABC`,
    price: 10_000,
    download_speed: '10 Mbps',
    upload_speed: '5 Mbps',
  }
}

/** A call about a plan that was created before. */
const onPlan =
  (body?: object): Sample =>
  async (_t, company) => {
    const by = await company.person('financial')
    const { data } = await by.call(planApi.create, { body: { plan: newPlan() } })
    return { by, wire: { params: { id: data.id }, ...(body && { body }) } }
  }

const { reference_code: _code, ...changes } = newPlan()

export const planCases = casesOf(planApi, {
  list: { may: { admin: 200, financial: 200 } },
  create: { may: { financial: 201 }, sample: sampleBy('financial', () => ({ plan: newPlan() })) },
  update: { may: { financial: theirs(200) }, sample: onPlan({ plan: { ...changes, is_active: false } }) },
  remove: { may: { financial: theirs(200) }, sample: onPlan() },
})
