package dev.toolcheckpoint.architecture;

import dev.toolcheckpoint.mutation.SafeguardMutantCases;

/** The safeguards of this module. */
class SafeguardMutants extends SafeguardMutantCases {
    SafeguardMutants() {
        super("checkpoint-core", Mutants.all());
    }
}
