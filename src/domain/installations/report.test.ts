import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Report, VideoUrl } from './report.ts'

test('ACT-10 la dirección de un video empieza por http:// o https:// y sigue con texto', () => {
  for (const good of ['https://video.test/acta', ' http://a '])
    expect(z.safeParse(VideoUrl, good).data).toBe(good.trim())
  for (const wrong of ['', 'https://', 'ftp://video.test', 'javascript:alert(1)', 'video.test', 'http:// ', null]) {
    expect(z.safeParse(VideoUrl, wrong).error?.issues.at(-1)?.message).toBe(
      'Por favor ingrese una URL válida que comience con http:// o https://',
    )
  }
})

test('ACT-02 un acta lleva los nombres de la especificación', () => {
  const specified =
    'id createdAt start_time end_time type_order_job tecnology_service initial_service_condition description_activity observation_electrical_condition alternative_name alternative_email alternative_telephone alternative_phone signature_technical_url signature_client_url signature_anexo_url evi_img_url1 evi_img_url2 evi_img_url3 evi_vid_url speedTest informationAdditional agreementServiceAttent satisfactionSurvey contract createdBy'
  expect(Object.keys(Report.shape)).toEqual(expect.arrayContaining(specified.split(' ')))
})
