import { plantedBillingBugs } from './billingBugs.ts'
import { describePlantedBugs } from './describePlantedBugs.ts'

describePlantedBugs(plantedBillingBugs)
