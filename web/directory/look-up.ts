/** Asks the server's directory. Undefined where it does not answer: nobody needs it to apply. */
import type {
  CorporationFacilities,
  DirectoryCorporation,
  DirectoryHit,
  DirectoryHits,
  NumberedFacilities,
} from '#domain/directory.ts'
import { corporationPath, DIRECTORY_PATHS, SEARCH_LENGTH } from '#domain/directory.ts'
import { API_BASE } from '#domain/paths.ts'
import { get } from '../sending/api.ts'

const TIMEOUT_MS = 8_000

export async function searchCorporations(text: string): Promise<DirectoryHit[] | undefined> {
  const query = encodeURIComponent(text.slice(0, SEARCH_LENGTH))
  const answer = await ask<DirectoryHits>(`${DIRECTORY_PATHS.corporations}?q=${query}`)
  return answer?.corporations
}

export async function facilitiesOf({
  id,
}: DirectoryCorporation): Promise<CorporationFacilities | undefined> {
  return ask(corporationPath(id))
}

/** Of up to NUMBERS_A_CALL numbers. */
export async function facilitiesOfNumbers(
  numbers: readonly string[],
): Promise<NumberedFacilities | undefined> {
  return ask(`${DIRECTORY_PATHS.numberedFacilities}?numbers=${numbers.join()}`)
}

const ask = <T>(path: string): Promise<T | undefined> =>
  get(API_BASE + path, TIMEOUT_MS).then(
    (body) => body as T,
    () => undefined,
  )
