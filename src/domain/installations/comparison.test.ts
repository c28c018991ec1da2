import { expect, test } from 'vitest'
import { differencesOf } from './comparison.ts'

test('ACT-11 dos actas se comparan campo por campo, también dentro de sus grupos, con lo que dice la que ya existe', () => {
  const existing = {
    client_uuid: 'a',
    start_time: '2026-03-10T14:00:00.000Z',
    description_activity: 'Antena nueva',
    alternative_name: null,
    signature_client_url: '/api/file/1',
    evi_img_url1: '/api/file/2',
    speedTest: { bandwidth: 100, test_1: { speed_upload: 40 } },
    agreementServiceAttent: null,
  }
  const sent = {
    client_uuid: 'b',
    start_time: '2026-03-10T14:00:00Z',
    description_activity: 'Antena vieja',
    alternative_name: 'Rosa',
    signature_client_url: '/api/file/3',
    evi_img_url1: '/api/file/4',
    speedTest: { bandwidth: 100, test_1: { speed_upload: 41 } },
    agreementServiceAttent: { agreement_datetime_visit: true },
  }
  expect(differencesOf(existing, sent)).toEqual([
    { field: 'installation_log.description_activity', message: 'Antena nueva' },
    { field: 'installation_log.alternative_name', message: '' },
    { field: 'installation_log.speedTest.test_1.speed_upload', message: '40' },
    { field: 'installation_log.agreementServiceAttent.agreement_datetime_visit', message: '' },
  ])
  expect(differencesOf(existing, existing)).toEqual([])
})
