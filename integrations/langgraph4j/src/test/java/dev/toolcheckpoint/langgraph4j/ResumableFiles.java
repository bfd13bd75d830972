package dev.toolcheckpoint.langgraph4j;

import java.nio.file.Path;
import java.util.LinkedList;
import org.bsc.langgraph4j.RunnableConfig;
import org.bsc.langgraph4j.checkpoint.Checkpoint;
import org.bsc.langgraph4j.checkpoint.FileSystemSaver;

/**
 * The library's saver, whose version 1.7 takes the last node for the next one when it reads a file (see {@link
 * FileSystemSaverTest}).
 */
public class ResumableFiles extends FileSystemSaver {

    public ResumableFiles(Path folder) {
        super(folder, RefundGraph.STATES);
    }

    @Override
    @SuppressWarnings("NonApiType") // the library's own signature
    protected LinkedList<Checkpoint> loadedCheckpoints(RunnableConfig config, LinkedList<Checkpoint> checkpoints)
            throws Exception {
        boolean fromFile = checkpoints.isEmpty();
        LinkedList<Checkpoint> loaded = super.loadedCheckpoints(config, checkpoints);
        if (fromFile) {
            loaded.replaceAll(read -> Checkpoint.builder()
                    .id(read.getId())
                    .state(read.getState())
                    .nodeId(read.getNextNodeId())
                    .nextNodeId(read.getNodeId())
                    .build());
        }
        return loaded;
    }
}
