import { useState } from 'react'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import type { ElectronicDetail } from '#domain/einvoices/electronic.ts'
import { download } from '#web/core/download.ts'
import { isFailure } from '#web/core/failure.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastError } from '#web/ui/Toasts.tsx'
import type { CompanyQuery } from './company-query.ts'

/** Why a document has no XML to save. */
function noXml(status: ElectronicDetail['status']): string {
  if (status === 'withdrawn') return 'No se envió a la DIAN: no tiene XML'
  return status === 'validated'
    ? 'Estamos trayendo el XML de Factus: llega en unos minutos'
    : 'El XML llega cuando la DIAN valida el documento'
}

/** The PDF and the XML of a document. */
export function FileButtons({ document, company }: { document: ElectronicDetail; company: CompanyQuery }) {
  const [busy, setBusy] = useState<'pdf' | 'xml' | null>(null)
  const save = async (kind: 'pdf' | 'xml'): Promise<void> => {
    setBusy(kind)
    try {
      await download(einvoiceApi[kind], { params: { id: document.id }, query: company })
    } catch (error) {
      if (!isFailure(error)) throw error
      toastError(error.message)
    } finally {
      setBusy(null)
    }
  }
  return (
    <>
      <Button
        busy={busy === 'pdf' ? 'Preparando…' : undefined}
        disabledReason={document.is_trial ? 'Es de prueba: descarga el PDF de la factura' : undefined}
        onClick={() => void save('pdf')}
      >
        Descargar PDF
      </Button>
      <Button
        busy={busy === 'xml' ? 'Preparando…' : undefined}
        disabledReason={document.has_xml ? undefined : noXml(document.status)}
        onClick={() => void save('xml')}
      >
        Descargar XML
      </Button>
    </>
  )
}
