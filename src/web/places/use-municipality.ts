import { useEffect, useState } from 'react'

/** "Medellín, Antioquia" for DANE's code of a filter, whose list is loaded only then. The code until it is loaded, or when it has no place. */
export function useMunicipality(code: string | undefined): string | undefined {
  const [found, setFound] = useState<{ code: string; label: string }>()
  useEffect(() => {
    if (code === undefined) return
    let isCurrent = true
    void import('#domain/places/place.ts').then(({ municipalityOfCode, municipalityLabel }) => {
      const place = municipalityOfCode(code)
      if (isCurrent && place !== undefined) setFound({ code, label: municipalityLabel(place) })
    })
    return () => {
      isCurrent = false
    }
  }, [code])
  return found?.code === code ? found?.label : code
}
