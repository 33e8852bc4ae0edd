import { describePlantedBugs } from './describePlantedBugs.ts'
import { plantedBillingBugs } from './plantedBillingBugs.ts'

describePlantedBugs(plantedBillingBugs)
