import { describePlantedBugs } from './describePlantedBugs.ts'
import { plantedLifeBugs } from './lifeBugs.ts'

describePlantedBugs(plantedLifeBugs)
