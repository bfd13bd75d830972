package dev.toolcheckpoint.lambda;

import dev.toolcheckpoint.protocol.CheckpointKey;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says it in the log. */
enum LoggedAttentions implements Attentions {
    INSTANCE;

    private static final Logger LOG = LoggerFactory.getLogger(Attentions.class);

    @Override
    public void needed(@Nullable CheckpointKey key, String code, String item) {
        LOG.error("ATTENTION {}: call {}, item {}", code, key == null ? "none" : key, item);
    }
}
