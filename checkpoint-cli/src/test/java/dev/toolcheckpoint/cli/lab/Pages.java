package dev.toolcheckpoint.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.helpers.DefaultHandler;

/** Checks of report pages. */
public final class Pages {

    private Pages() {}

    /** The page as XML, which it must be. */
    public static Document wellFormed(String page) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        DocumentBuilder builder = factory.newDocumentBuilder();
        builder.setErrorHandler(new DefaultHandler()); // throws at what is not well-formed, and prints nothing
        return builder.parse(new InputSource(new StringReader(page)));
    }

    /** The page runs nothing and loads nothing. */
    public static void assertSelfContained(String page) {
        assertThat(page)
                .startsWith("<!DOCTYPE html>")
                .doesNotContainIgnoringCase("<script")
                .doesNotContainIgnoringCase("http:")
                .doesNotContainIgnoringCase("https:")
                .doesNotContain("src=", "href=", "url(", "@import", "<link", "<iframe", "<object");
    }
}
