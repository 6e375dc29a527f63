/** All 200 soft failures. They were modelled on real sites and products, independently of the rules that recognize them. */

import { ageGates } from './consent/age-gates.ts'
import { cookiePages } from './consent/cookie-pages.ts'
import { serverPages } from './error/servers.ts'
import { unavailableSites } from './error/sites.ts'
import { loginProducts } from './login/products.ts'
import { loginSites } from './login/sites.ts'
import { loginSitesAbroad } from './login/sites-abroad.ts'
import { notFoundSites } from './not-found/sites.ts'
import { notFoundStores } from './not-found/stores.ts'
import { parkingServices } from './parked/parking-services.ts'
import { registrars } from './parked/registrars.ts'
import type { SoftCase } from './soft-case.ts'

export const softCases: readonly SoftCase[] = [
  ...[...loginProducts, ...loginSites, ...loginSitesAbroad, ...cookiePages, ...ageGates],
  ...[...notFoundSites, ...notFoundStores, ...parkingServices, ...registrars],
  ...[...serverPages, ...unavailableSites],
]
