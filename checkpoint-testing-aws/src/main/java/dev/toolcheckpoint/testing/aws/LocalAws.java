package dev.toolcheckpoint.testing.aws;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test class against AWS. Constructors, lifecycle methods and tests may take an {@link AwsEndpoint}.
 *
 * <p>The first of these that is there is used, once per JVM, by every class with this annotation:
 *
 * <ol>
 *   <li>the endpoint in the environment variable {@code AWS_ENDPOINT_URL};
 *   <li>LocalStack in Docker, when {@code org.testcontainers:testcontainers-localstack} is on the class path;
 *   <li>the Python emulator ministack, installed into a virtual environment in the build folder.
 * </ol>
 *
 * <p>With none of them the tests are skipped, and a line says so once; with {@code CI=true} they fail. Classes share the
 * stand-in, so give tables, keys and buckets names of {@link AwsEndpoint#uniqueName}.
 *
 * <p>Settings, as a system property or environment variable: {@code localaws.use} / {@code LOCAL_AWS_USE} ({@code endpoint},
 * {@code docker}, {@code python}: only that one), {@code localaws.image} / {@code LOCAL_AWS_IMAGE} (LocalStack's image),
 * {@code localaws.python} / {@code LOCAL_AWS_PYTHON} (the interpreter to begin with, default {@code python3}), {@code
 * localaws.home} / {@code LOCAL_AWS_HOME} (where the virtual environment goes).
 */
@Documented
@Inherited
@Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(LocalAwsExtension.class)
public @interface LocalAws {}
